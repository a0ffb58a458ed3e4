import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };

interface Use {
  readonly _from?: string;
  readonly _to?: string;
  readonly _tender?: string;
}

/** The period of use of each currency, by country: https://cldr.unicode.org. */
const uses: Readonly<Record<string, readonly Readonly<Record<string, Use>>[]>> =
  currencyData.supplemental.currencyData.region;

/**
 * The currency in which a country pays. Of several currencies the national one is preferred: its ISO 4217 code begins
 * with the country's code.
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

/** ISO 4217: the currencies whose smallest unit is not a hundredth. CLDR has other figures, by common usage. */
const PLACES = new Map([...eachOf(WHOLE, 0), ...eachOf(THOUSANDTHS, 3)]);

/** Decimal places that ISO 4217 gives a currency. */
export function decimalPlacesOf(currency: string): number {
  return PLACES.get(currency) ?? 2;
}

const inSql = (codes: string) => `string_to_array('${codes}', ' ')`;

/** SQL: the decimal places of a currency. @param currency SQL of its code */
export const placesInSql = (currency: string): string =>
  `(case when ${currency} = any(${inSql(WHOLE)}) then 0
    when ${currency} = any(${inSql(THOUSANDTHS)}) then 3 else 2 end)`;

/** The currency of a country; null where none is known, as for an unknown country. */
export function currencyOf(country: string): string | null {
  return CURRENCIES.get(country) ?? null;
}

/** Whether a text is the code of a currency (ISO 4217) that this Node version supports. */
export const isCurrency = (text: string): boolean =>
  Intl.supportedValuesOf('currency').includes(text);
