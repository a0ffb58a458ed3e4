const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Whether a text is the code of a country, or of a region such as EU, but not of an unknown one (XX, ZZ). */
export const isCountry = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^[A-Z]{2}$/.test(text) &&
  text !== 'ZZ' &&
  names.of(text) !== undefined;

/** Splits an operator's list of countries; invalid codes stay in it, for the caller to check. */
export const countriesIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((code) => code !== '');

/** Countries of the European Union, and of the European Economic Area with the same law on personal data. */
const eeaCountries = new Set(
  countriesIn(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO',
  ),
);

export const isEeaCountry = (country: string | null): boolean =>
  country !== null && eeaCountries.has(country);
