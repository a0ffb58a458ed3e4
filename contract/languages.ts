/** A language of the interface: its BCP 47 tag, and how it is written. */
export interface Language {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** CLDR's name of the digits that its speakers expect in sums of money (docs/languages.md) */
  readonly digits: string;
}

const ltr = (tag: string, digits = 'latn'): Language => ({
  tag,
  direction: 'ltr',
  digits,
});
const rtl = (tag: string, digits = 'latn'): Language => ({
  tag,
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
  ltr('en'),
  rtl('ar'),
  ltr('bn', 'beng'),
  ltr('bg'),
  ltr('ca'),
  ltr('cs'),
  ltr('da'),
  ltr('de'),
  ltr('el'),
  ltr('es'),
  rtl('fa', 'arabext'),
  ltr('fil'),
  ltr('fi'),
  ltr('fr'),
  ltr('gu'),
  rtl('he'),
  ltr('hi'),
  ltr('hr'),
  ltr('hu'),
  ltr('id'),
  ltr('it'),
  ltr('ja'),
  ltr('kn'),
  ltr('ko'),
  ltr('ml'),
  ltr('mr', 'deva'),
  ltr('ms'),
  ltr('nl'),
  ltr('no'),
  ltr('pa'),
  ltr('pl'),
  ltr('pt'),
  ltr('pt-PT'),
  ltr('ro'),
  ltr('ru'),
  ltr('sv'),
  ltr('sw'),
  ltr('ta'),
  ltr('te'),
  ltr('th'),
  ltr('tr'),
  ltr('uk'),
  rtl('ur'),
  ltr('vi'),
];

/** How a language is written; left to right when the tag is unknown. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return languages.find((language) => language.tag === tag)?.direction ?? 'ltr';
}

/** The digits that a language writes sums and counts with, as CLDR names them. */
export function digitsOf(tag: string): string {
  return languages.find((language) => language.tag === tag)?.digits ?? 'latn';
}

/** Years that people count otherwise stay so; where both are used, banks write the common ones. */
const OWN_YEARS: readonly string[] = ['fa', 'th'];

/**
 * What `Intl` writes dates and numbers by: the language, the account's country, our choice of digits.
 * @param tag BCP 47; a region of its own counts more than the country
 * @param country ISO 3166-1 alpha-2; null: not known
 */
export function formattingTag(tag: string, country: string | null): string {
  const { language, region = country } = new Intl.Locale(tag);
  return new Intl.Locale(tag, {
    ...(region && { region }),
    ...(!OWN_YEARS.includes(language) && { calendar: 'gregory' }),
    numberingSystem: digitsOf(tag),
  }).toString();
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
  bs: 'hr',
  sh: 'hr',
  pnb: 'ur',
};

/** A region or a script that reads another language of ours than its own language does. */
const otherReaders: readonly (readonly [RegExp, string])[] = [
  // wherever Portuguese is spoken but in Brazil, it is Europe's
  [/^pt-(?!br\b)/, 'pt-pt'],
  // Punjabi in Arabic letters: its readers read Urdu, and no Gurmukhi
  [/^pa-(?:arab|pk)\b/, 'ur'],
];

/**
 * What a link to a page names as its language, as search engines list it; empty where it names none.
 * @param query of the page's address
 */
export const linkedLanguage = (query: string): string =>
  /(?:^|[?&])lang=([\w-]+)/.exec(query)?.[1] ?? '';

/**
 * The language to begin with: the saved choice, else the browser's first language if the product
 * speaks it (a region counts as its language, by whichever name). A Chinese browser gets English.
 */
export function resolveLocale(preference: LocalePreference, supported: readonly string[]): string {
  const match = (tag: string) => {
    const wanted = tag.toLowerCase();
    const language = wanted.replace(/-.*/, '');
    const other = otherReaders.find(([tags]) => tags.test(wanted))?.[1];
    const names = [wanted, other, language, otherNames[language]];
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
