const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Whether it is the code of a country (ISO 3166-1 alpha-2), and not that of an unknown one (XX, ZZ). */
export const isCountry = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^[A-Z]{2}$/.test(text) &&
  text !== 'ZZ' &&
  names.of(text) !== undefined;

/** A list of countries as operators write it; what is no country of it stays, for whoever checks. */
export const countriesIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((code) => code !== '');

/** The European Union's, and those of the European Economic Area that have its law on personal data. */
const ofEurope = new Set(
  countriesIn(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO',
  ),
);

export const isOfEurope = (country: string | null): boolean =>
  country !== null && ofEurope.has(country);
