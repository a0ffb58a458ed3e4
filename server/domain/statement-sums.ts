import { formatMoney, MONEY_PLACES, toLocal } from '../../contract/money.ts';
import { fromMinor } from '../../contract/pay.ts';
import type { StatementPeriod } from '../../contract/statement.calls.ts';
import { decimalPlacesOf } from './currencies.ts';

/** A person's entries of one kind in one UTC month. */
export interface Moved {
  /** `yyyy-mm` */
  readonly month: string;
  readonly op: string;
  readonly debit: string;
  readonly credit: string;
  /** 1/10,000 units */
  readonly amount: bigint;
  /** value in the local currency by the rate of each day, in 10 ** -WORTH_PLACES; null: no rate, or another year */
  readonly worth: string | null;
  /** for payments in a method's own currency: the paid sum in its smallest unit */
  readonly pay_currency: string | null;
  readonly pay_amount: bigint | null;
}

export const RATE_PLACES = 8;
const WORTH_PLACES = MONEY_PLACES + RATE_PLACES;

type Earned = StatementPeriod['earned_by'][number];
type Sum = StatementPeriod['earned'];

const total = (rows: readonly Moved[]): bigint =>
  rows.reduce((sum, { amount }) => sum + amount, 0n);

/** The balance of a ledger account after some entries. */
const left = (rows: readonly Moved[], account: string): bigint =>
  total(rows.filter(({ credit }) => credit === account)) -
  total(rows.filter(({ debit }) => debit === account));

/** Entries from one account to another. */
const between = (rows: readonly Moved[], from: string, to: string): readonly Moved[] =>
  rows.filter(({ debit, credit }) => debit === from && credit === to);

/** Sums entries. Payments in the local currency keep their amount; others are converted by the rate of each day. */
function sumOf(rows: readonly Moved[], local: string | null): Sum {
  const amount = formatMoney(total(rows));
  if (local === null) return { amount, local_amount: null };
  const places = decimalPlacesOf(local);
  const unit = 10n ** BigInt(WORTH_PLACES - places);
  const worth = rows.reduce(
    (sum, { pay_currency, pay_amount, worth: byRate }) =>
      sum +
      (pay_currency === local && pay_amount !== null ? pay_amount * unit : BigInt(byRate ?? 0)),
    0n,
  );
  return { amount, local_amount: fromMinor(worth / unit, places) };
}

function earnedBy(rows: readonly Moved[], local: string | null): Earned[] {
  const groups = Map.groupBy(rows, ({ op }) => op);
  return [...groups]
    .sort()
    .map(([type, some]) => ({ type: type as Earned['type'], ...sumOf(some, local) }));
}

/** The sums paid in methods' own currencies. */
function arrivedOf(paid: readonly Moved[]): StatementPeriod['arrived'] {
  const sums = new Map<string, bigint>();
  for (const { pay_currency, pay_amount } of paid) {
    if (pay_currency === null || pay_amount === null) continue;
    sums.set(pay_currency, (sums.get(pay_currency) ?? 0n) + pay_amount);
  }
  return [...sums].sort().map(([currency, minor]) => ({
    currency,
    amount: fromMinor(minor, decimalPlacesOf(currency)),
  }));
}

/**
 * @param rows the period's entries
 * @param until all entries up to the period's end
 * @param local the local currency and its rate at the end of the period; null: there is none
 */
export function periodOf(
  rows: readonly Moved[],
  until: readonly Moved[],
  local: { readonly currency: string; readonly rate: string } | null,
): StatementPeriod {
  const code = local?.currency ?? null;
  const sum = (some: readonly Moved[]) => sumOf(some, code);
  const atEnd = (units: bigint): Sum => ({
    amount: formatMoney(units),
    local_amount: local && toLocal(units, local.rate, decimalPlacesOf(local.currency)),
  });
  const earned = between(rows, 'rewards', 'available');
  const paid = between(rows, 'held', 'payouts');
  return {
    earned: sum(earned),
    earned_by: earnedBy(earned, code),
    taken: sum(rows.filter(({ credit }) => credit === 'rewards')),
    paid_out: sum(paid),
    returned: sum(between(rows, 'payouts', 'available')),
    arrived: arrivedOf(paid),
    balance_at_end: atEnd(left(until, 'available')),
    held_at_end: atEnd(left(until, 'held')),
    owed_at_end: atEnd(-left(until, 'debt')),
  };
}
