import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };

interface Use {
  readonly _from?: string;
  readonly _to?: string;
  readonly _tender?: string;
}

/** By country and currency, from when until when it is used: https://cldr.unicode.org. */
const uses: Readonly<Record<string, readonly Readonly<Record<string, Use>>[]>> =
  currencyData.supplemental.currencyData.region;

/**
 * The currency in which a country pays. Where there are two, its own comes first: ISO 4217 begins
 * the code of a currency by that of its country.
 */
function inUse(country: string, today: string): string | null {
  const all = (uses[country] ?? []).flatMap((use) => Object.entries(use));
  const current = all
    .filter(([, { _to = today, _tender }]) => _to >= today && _tender !== 'false')
    .map(([currency]) => currency);
  return current.find((currency) => currency.startsWith(country)) ?? current[0] ?? null;
}

const today = new Date().toISOString().slice(0, 10);
const CURRENCIES = new Map(Object.keys(uses).map((country) => [country, inUse(country, today)]));

const eachOf = <Value>(codes: string, value: Value): [code: string, value: Value][] =>
  codes.split(' ').map((code) => [code, value]);

const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND';

/** ISO 4217: the currencies whose smallest unit is no hundredth. CLDR has other figures, of use. */
const PLACES = new Map([...eachOf(WHOLE, 0), ...eachOf(THOUSANDTHS, 3)]);

/** Decimal places that ISO 4217 gives a currency. */
export function placesOf(currency: string): number {
  return PLACES.get(currency) ?? 2;
}

const inSql = (codes: string) => `string_to_array('${codes}', ' ')`;

/** SQL of the same. @param currency SQL of its code */
export const placesInSql = (currency: string): string =>
  `(case when ${currency} = any(${inSql(WHOLE)}) then 0
    when ${currency} = any(${inSql(THOUSANDTHS)}) then 3 else 2 end)`;

/** The currency of a country; null for a code that is no country. */
export function currencyOf(country: string): string | null {
  return CURRENCIES.get(country) ?? null;
}

/** Whether ISO 4217 knows it, as far as this program does. */
export const isCurrency = (text: string): boolean =>
  Intl.supportedValuesOf('currency').includes(text);
