/** A language of the interface: its BCP 47 tag and its direction of writing. */
export interface Language {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** CLDR's name of the digits for sums of money in this language (docs/languages.md) */
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

/** Tag of the fallback language; its catalogue is the source text itself. */
export const sourceLanguage = 'en';

/**
 * The only list of languages, in the order of the picker. A language is offered once its catalogue
 * `src/locales/{tag}.po` exists; the list may have languages without one, so that translators see which are wanted.
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

/** Returns the direction of writing of a language; left to right if the tag is unknown. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return languages.find((language) => language.tag === tag)?.direction ?? 'ltr';
}

/** Returns CLDR's name of the digits for sums and counts in a language; `latn` if the tag is unknown. */
export function digitsOf(tag: string): string {
  return languages.find((language) => language.tag === tag)?.digits ?? 'latn';
}

/**
 * Languages whose dates keep their own calendar. Other languages get Gregorian dates: where people use two calendars,
 * banks write Gregorian years.
 */
const OWN_YEARS: readonly string[] = ['fa', 'th'];

/**
 * Returns the tag for `Intl` to format dates and numbers: language, account's country, calendar, our choice of digits.
 * @param tag BCP 47; a region in it takes precedence over the country
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
  /** the choice in the cookie, if there is one */
  saved: string | null;
  /** the browser's languages, the preferred one first */
  preferred: readonly string[];
}

/** Other tags of browsers and older systems, and our tag for the language. */
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

/** Tags with a region or script whose readers read another of our languages. */
const otherReaders: readonly (readonly [RegExp, string])[] = [
  // Portuguese outside Brazil is written as in Portugal
  [/^pt-(?!br\b)/, 'pt-pt'],
  // readers of Punjabi in Arabic letters read Urdu, and no Gurmukhi
  [/^pa-(?:arab|pk)\b/, 'ur'],
];

/**
 * The language in the link to a page, for search engines; empty where the link has none.
 * @param query of the page's address
 */
export const linkedLanguage = (query: string): string =>
  /(?:^|[?&])lang=([\w-]+)/.exec(query)?.[1] ?? '';

/**
 * Returns the language in which the app starts: the saved choice, else the first of the browser's languages
 * that we support. A tag with a region also matches its language, under any tag of that language. English if
 * we support none of them, or if Chinese precedes the first one that we support.
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
