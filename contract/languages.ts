/** A language of the interface: its BCP 47 tag, what its speakers call it, and how it is written. */
export interface Language {
  readonly tag: string;
  readonly endonym: string;
  readonly direction: 'ltr' | 'rtl';
  /** CLDR's name of the digits that its speakers expect in sums of money (docs/languages.md) */
  readonly digits: string;
}

const ltr = (tag: string, endonym: string, digits = 'latn'): Language => ({
  tag,
  endonym,
  direction: 'ltr',
  digits,
});
const rtl = (tag: string, endonym: string, digits = 'latn'): Language => ({
  tag,
  endonym,
  direction: 'rtl',
  digits,
});

/** The tag that everything falls back to; its catalogue is the source text itself. */
export const sourceLanguage = 'en';

/**
 * The one list of languages, in the order of the picker. A language is offered once its catalogue
 * `src/locales/{tag}.po` exists; the list comes first so that translators know what is wanted.
 */
export const languages: readonly Language[] = [
  ltr('en', 'English'),
  rtl('ar', 'العربية'),
  ltr('bn', 'বাংলা', 'beng'),
  ltr('bg', 'Български'),
  ltr('ca', 'Català'),
  ltr('cs', 'Čeština'),
  ltr('da', 'Dansk'),
  ltr('de', 'Deutsch'),
  ltr('el', 'Ελληνικά'),
  ltr('es', 'Español'),
  rtl('fa', 'فارسی', 'arabext'),
  ltr('fil', 'Filipino'),
  ltr('fi', 'Suomi'),
  ltr('fr', 'Français'),
  ltr('gu', 'ગુજરાતી'),
  rtl('he', 'עברית'),
  ltr('hi', 'हिन्दी'),
  ltr('hr', 'Hrvatski'),
  ltr('hu', 'Magyar'),
  ltr('id', 'Bahasa Indonesia'),
  ltr('it', 'Italiano'),
  ltr('ja', '日本語'),
  ltr('kn', 'ಕನ್ನಡ'),
  ltr('ko', '한국어'),
  ltr('ml', 'മലയാളം'),
  ltr('mr', 'मराठी', 'deva'),
  ltr('ms', 'Bahasa Melayu'),
  ltr('nl', 'Nederlands'),
  ltr('no', 'Norsk'),
  ltr('pa', 'ਪੰਜਾਬੀ'),
  ltr('pl', 'Polski'),
  ltr('pt', 'Português (Brasil)'),
  ltr('pt-PT', 'Português (Portugal)'),
  ltr('ro', 'Română'),
  ltr('ru', 'Русский'),
  ltr('sv', 'Svenska'),
  ltr('sw', 'Kiswahili'),
  ltr('ta', 'தமிழ்'),
  ltr('te', 'తెలుగు'),
  ltr('th', 'ไทย'),
  ltr('tr', 'Türkçe'),
  ltr('uk', 'Українська'),
  rtl('ur', 'اردو'),
  ltr('vi', 'Tiếng Việt'),
];

/** How a language is written; left to right when the tag is unknown. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return languages.find((language) => language.tag === tag)?.direction ?? 'ltr';
}

/** The digits that a language writes sums and counts with, as CLDR names them. */
export function digitsOf(tag: string): string {
  return languages.find((language) => language.tag === tag)?.digits ?? 'latn';
}

export interface LocalePreference {
  /** the choice kept in the cookie, if there is one */
  saved: string | null;
  /** the browser's languages, the most wanted first */
  preferred: readonly string[];
}

/** What browsers and older systems call a language of ours. */
const otherNames: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  iw: 'he',
  in: 'id',
  tl: 'fil',
};

/** Wherever Portuguese is spoken but in Brazil, it is Europe's. */
const PORTUGUESE = /^pt-(?!br\b)/;

/**
 * The language to begin with: the saved choice, else the browser's first language if the product
 * speaks it (a region counts as its language, by whichever name). A Chinese browser gets English.
 */
export function resolveLocale(preference: LocalePreference, supported: readonly string[]): string {
  const match = (tag: string) => {
    const wanted = tag.toLowerCase();
    const language = wanted.replace(/-.*/, '');
    const names = [wanted, PORTUGUESE.test(wanted) && 'pt-pt', language, otherNames[language]];
    const found = names.map((name) => supported.find((locale) => locale.toLowerCase() === name));
    return found.find((locale) => locale !== undefined);
  };
  const saved = preference.saved && match(preference.saved);
  if (saved) return saved;
  for (const tag of preference.preferred) {
    if (tag.toLowerCase().split('-')[0] === 'zh') return sourceLanguage;
    const found = match(tag);
    if (found) return found;
  }
  return sourceLanguage;
}
