import { MONEY_PLACES, parseDecimal } from '../../../contract/money.ts';
import { fromMinor } from '../../../contract/pay.ts';
import { decimalPlacesOf } from '../../domain/currencies.ts';
import { type Paid, paidOf } from '../../domain/paid-currency.ts';

/** The paying account. */
export interface Debtor {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
}

/** Data of a batch's file besides its payments. */
export interface FileHead {
  readonly batchId: bigint;
  readonly now: Date;
  /** currency of amounts */
  readonly currency: string;
  /** null: not set up */
  readonly debtor: Debtor | null;
}

interface Owed extends Paid {
  readonly amount: bigint;
}

const lessPlaces = (units: bigint, places: number): string =>
  fromMinor(units / 10n ** BigInt(MONEY_PLACES - places), places);

/** Sum and currency of a payment: the method's currency, else ours; with the currency's decimal places. */
export const sumOf = (payment: Owed, ours: string): { amount: string; currency: string } =>
  paidOf(payment) ?? { amount: lessPlaces(payment.amount, decimalPlacesOf(ours)), currency: ours };

/** Sum over all currencies, with as many decimal places as the amount with the most. */
export function totalOf(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((text) => text.split('.')[1]?.length ?? 0));
  const total = amounts.reduce((sum, text) => sum + parseDecimal(text, MONEY_PLACES), 0n);
  return lessPlaces(total, places);
}
