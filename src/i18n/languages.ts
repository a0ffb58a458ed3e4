/** A language of the interface: its BCP 47 tag, what its speakers call it, and how it is written. */
export interface Language {
  readonly tag: string;
  readonly endonym: string;
  readonly direction: 'ltr' | 'rtl';
}

const ltr = (tag: string, endonym: string): Language => ({ tag, endonym, direction: 'ltr' });
const rtl = (tag: string, endonym: string): Language => ({ tag, endonym, direction: 'rtl' });

/** The tag that everything falls back to; its catalogue is the source text itself. */
export const sourceLanguage = 'en';

/**
 * The one list of languages, in the order of the picker. A language is offered once its catalogue
 * `src/locales/{tag}.po` exists; the list comes first so that translators know what is wanted.
 */
export const languages: readonly Language[] = [
  ltr('en', 'English'),
  rtl('ar', 'العربية'),
  ltr('bn', 'বাংলা'),
  ltr('bg', 'Български'),
  ltr('ca', 'Català'),
  ltr('cs', 'Čeština'),
  ltr('da', 'Dansk'),
  ltr('de', 'Deutsch'),
  ltr('el', 'Ελληνικά'),
  ltr('es', 'Español'),
  rtl('fa', 'فارسی'),
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
  ltr('mr', 'मराठी'),
  ltr('ms', 'Bahasa Melayu'),
  ltr('nl', 'Nederlands'),
  ltr('no', 'Norsk'),
  ltr('pa', 'ਪੰਜਾਬੀ'),
  ltr('pl', 'Polski'),
  ltr('pt', 'Português'),
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
