import { MONEY_PLACES, parseDecimal, toLocal } from './money.ts';

/** How a method pays that has a currency of its own. */
export interface PayTerms {
  /** units of the currency for one unit of ours, at most eight places */
  readonly rate: string;
  /** the smallest step of what is paid, with the currency's own decimal places */
  readonly rounding: string;
}

/**
 * What arrives for an amount: whole steps, rounded down. App and server compute it alike, so that what
 * a person is shown is what is paid.
 */
export function toPaid(units: bigint, { rate, rounding }: PayTerms): string {
  const places = rounding.split('.')[1]?.length ?? 0;
  const worth = parseDecimal(toLocal(units, rate, places), places);
  return fromMinor(worth - (worth % parseDecimal(rounding, places)), places);
}

/** An amount in the smallest unit of a currency as decimal text with the currency's places. */
export const fromMinor = (minor: bigint, places: number): string =>
  toLocal(minor * 10n ** BigInt(MONEY_PLACES - places), '1', places);
