import { MONEY_PLACES, parseDecimal, toLocal } from './money.ts';

/** Terms of a payout method with a currency of its own. */
export interface PayTerms {
  /** units of the currency for one unit of ours, at most eight places */
  readonly rate: string;
  /** the smallest step of a payout, with the currency's own decimal places */
  readonly rounding: string;
}

/**
 * Returns the amount that arrives, as decimal text: whole steps, rounded down. App and server share this code, so the
 * shown amount is paid.
 */
export function toPaid(units: bigint, { rate, rounding }: PayTerms): string {
  const places = rounding.split('.')[1]?.length ?? 0;
  const worth = parseDecimal(toLocal(units, rate, places), places);
  return fromMinor(worth - (worth % parseDecimal(rounding, places)), places);
}

/** Writes an amount in the smallest unit of a currency as decimal text with the currency's places. */
export const fromMinor = (minor: bigint, places: number): string =>
  toLocal(minor * 10n ** BigInt(MONEY_PLACES - places), '1', places);
