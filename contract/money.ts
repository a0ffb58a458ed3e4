import { MONEY_INPUT, MONEY_OUTPUT } from './money-text.ts';

export { MONEY_INPUT };

/**
 * Decimal places of money. Money is exact decimal text on the wire (`"12.3400"`), and a bigint of 1/10,000 units in
 * calculations. Never a float, which cannot hold 0.1 exactly.
 */
export const MONEY_PLACES = 4;

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Reads unsigned decimal text as an integer of `10 ** -places`.
 * @throws RangeError when the text is no plain decimal or has more than `places` decimal places
 */
export function parseDecimal(text: string, places: number): bigint {
  const match = DECIMAL.exec(text);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > places) {
    throw new RangeError(`not a decimal with at most ${places} places: ${JSON.stringify(text)}`);
  }
  return BigInt(whole + fraction.padEnd(places, '0'));
}

/** Writes an integer of `10 ** -places` as decimal text; the inverse of `parseDecimal`. */
function formatDecimal(value: bigint, places: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`;
}

/**
 * @param text money as a request or an answer carries it
 * @returns 1/10,000 units
 * @throws RangeError on anything else
 */
export function parseMoney(text: string): bigint {
  if (!MONEY_INPUT.test(text) && !MONEY_OUTPUT.test(text)) {
    throw new RangeError(`not an amount: ${JSON.stringify(text)}`);
  }
  return parseDecimal(text, MONEY_PLACES);
}

/** @param units 1/10,000 units; @returns text with exactly four places */
export function formatMoney(units: bigint): string {
  return formatDecimal(units, MONEY_PLACES);
}

/** Returns a share of an amount, rounded down; `rate` is decimal text with at most six places ("0.07"). */
export function shareOf(units: bigint, rate: string): bigint {
  return (units * parseDecimal(rate, 6)) / 1_000_000n;
}

/**
 * Converts an amount to another currency, for estimates and payouts; rounds down.
 * @param rate units of the currency for one unit of ours, at most eight places
 * @param places the currency's decimal places (ISO 4217)
 * @returns decimal text
 */
export function toLocal(units: bigint, rate: string, places: number): string {
  const scaled = units * parseDecimal(rate, 8) * 10n ** BigInt(places);
  return formatDecimal(scaled / 10n ** BigInt(MONEY_PLACES + 8), places);
}

/** Compares two amounts, both money text: -1, 0 or 1. */
export function compareMoney(left: string, right: string): -1 | 0 | 1 {
  const a = parseMoney(left);
  const b = parseMoney(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

export function addMoney(left: string, right: string): string {
  return formatMoney(parseMoney(left) + parseMoney(right));
}
