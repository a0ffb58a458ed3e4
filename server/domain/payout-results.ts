import { formatMoney, MONEY_PLACES, parseDecimal } from '../../contract/money.ts';
import type { WithdrawalStep } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';
import { type Paid, paidOf } from './paid-currency.ts';
import { objectionsOfCancelled } from './payout-cancel.ts';
import { lockWallets, SettlementError } from './payout-steps.ts';
import { confirmPayout, failPayout } from './settlement.ts';

/** What became of a payment; open: not decided yet; duplicate: a copy of it was rejected. */
export interface Verdict {
  readonly outcome: 'paid' | 'failed' | 'open' | 'duplicate';
  /** why it failed */
  readonly reason: string;
}

/** What whoever pays says of one payment. */
export interface PaymentResult extends Verdict {
  readonly reference: string;
  /** 1/10,000 units; null: not said */
  readonly amount: bigint | null;
  /** what it is in; null: not said */
  readonly currency: string | null;
  /** the batch of which it was said as a whole */
  readonly batch?: string;
}

export interface Results {
  readonly results: readonly PaymentResult[];
  /** what is said of all payments of a batch that have no result of their own */
  readonly whole: readonly (Verdict & { readonly batch: string })[];
}

export interface ImportReport {
  paid: number;
  failed: number;
  /** known before */
  already: number;
  open: number;
  /** what was left as it is, and why */
  readonly unmatched: { reference: string; why: string }[];
}

interface Known extends Paid {
  readonly withdrawal_id: bigint;
  readonly amount: bigint;
  readonly step: WithdrawalStep;
}

/** Gives each payment of a batch that has no result of its own the batch's. */
async function spread(db: Database, { results, whole }: Results): Promise<PaymentResult[]> {
  const all = [...results];
  for (const { batch, ...verdict } of whole) {
    const number = /^B([1-9]\d{0,14})$/.exec(batch)?.[1];
    const { rows } = await db.query<{ reference: string }>(
      'select payout_reference as reference from withdrawal where batch_id = $1::bigint',
      [number === undefined ? null : BigInt(number)],
    );
    const named = new Set(all.map(({ reference }) => reference));
    const others = rows.length > 0 ? rows : [{ reference: batch }];
    for (const { reference } of others) {
      if (!named.has(reference)) {
        all.push({ ...verdict, reference, amount: null, currency: null, batch });
      }
    }
  }
  return all;
}

/** One result a payment; those that contradict each other are none. */
function reconcile(all: readonly PaymentResult[], { unmatched }: ImportReport): PaymentResult[] {
  return [...Map.groupBy(all, ({ reference }) => reference)].flatMap(([reference, same]) => {
    const [first] = same;
    const isOne = same.every(
      ({ outcome, amount, currency }) =>
        outcome === first?.outcome && amount === first.amount && currency === first.currency,
    );
    if (!isOne) unmatched.push({ reference, why: 'it is named twice, with different results' });
    return isOne && first ? [first] : [];
  });
}

/** Whether a result says what is known; a payment that was returned had been paid. */
const isKnown = (step: WithdrawalStep, { outcome }: Verdict) =>
  outcome === 'failed' ? step === 'failed' : step === 'paid' || step === 'returned';

/** What a result says of another sum than was sent; null: it does not. @param ours what amounts are in */
function otherSum(known: Known, result: PaymentResult, ours: string): string | null {
  const sent = paidOf(known) ?? { amount: formatMoney(known.amount), currency: ours };
  const { amount, currency } = result;
  const isSame = amount === null || amount === parseDecimal(sent.amount, MONEY_PLACES);
  if (isSame && (currency === null || currency === sent.currency)) return null;
  const said = [amount === null ? [] : formatMoney(amount), currency ?? []].flat().join(' ');
  return `it is of ${sent.amount} ${sent.currency}, not ${said}`;
}

/** Why a result cannot be taken over; null: it can. */
function objection(known: Known | undefined, result: PaymentResult, ours: string): string | null {
  if (!known) return 'no payment has this reference';
  const other = otherSum(known, result, ours);
  if (other !== null) return other;
  if (result.outcome === 'open' || result.outcome === 'duplicate') return null;
  if (known.step === 'processing' || isKnown(known.step, result)) return null;
  const id = known.withdrawal_id;
  return known.step === 'paid'
    ? `withdrawal ${id} is paid: "withdrawals return" if the money came back`
    : `withdrawal ${id} is ${known.step}, the file says ${result.outcome}`;
}

const DUPLICATE = 'it was rejected as a duplicate, so the first one is under way: it stays open';

/** What was said of a whole batch is listed once. */
function noteDuplicate({ unmatched }: ImportReport, { reference, batch }: PaymentResult) {
  const isListed = batch !== undefined && unmatched.some((each) => each.reference === batch);
  if (!isListed) unmatched.push({ reference: batch ?? reference, why: DUPLICATE });
}

async function settleOne(
  db: Database,
  known: Known,
  result: PaymentResult,
  { report, now }: { report: ImportReport; now: Date },
): Promise<void> {
  const { reference, outcome, reason } = result;
  if (outcome === 'open') {
    report.open += 1;
    return;
  }
  if (known.step !== 'processing') {
    report.already += 1;
    return;
  }
  if (outcome === 'duplicate') {
    report.open += 1;
    noteDuplicate(report, result);
    return;
  }
  const id = Number(known.withdrawal_id);
  try {
    if (outcome === 'paid') await confirmPayout(db, id, now);
    else await failPayout(db, id, reason, now);
    report[outcome] += 1;
  } catch (error) {
    if (!(error instanceof SettlementError)) throw error;
    report.unmatched.push({ reference, why: error.message });
  }
}

/** Locks the wallets of those whose payments these are. */
async function lockPayees(db: Database, references: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ user_id: bigint }>(
    `select user_id from withdrawal where payout_reference = any($1) and step = 'processing'`,
    [references],
  );
  await lockWallets(db, rows);
}

/**
 * Takes over what became of payments; a result that was taken over before changes nothing, and one
 * that does not match is listed and left. To be called in one transaction, so that all or nothing of
 * a file is taken over.
 * @param ours what amounts are in
 */
export async function importResults(
  db: Database,
  results: Results,
  now: Date,
  ours: string,
): Promise<ImportReport> {
  const report: ImportReport = { paid: 0, failed: 0, already: 0, open: 0, unmatched: [] };
  const wanted = reconcile(await spread(db, results), report);
  const references = wanted.map(({ reference }) => reference);
  await lockPayees(db, references);
  const { rows } = await db.query<Known & { reference: string }>(
    `select payout_reference as reference, withdrawal_id, amount, pay_currency, pay_amount,
       pay_rate, step
     from withdrawal
     where payout_reference = any($1)`,
    [references],
  );
  const known = new Map(rows.map((row) => [row.reference, row]));
  const cancelled = await objectionsOfCancelled(db, references);
  for (const result of wanted) {
    const payment = known.get(result.reference);
    const why = cancelled.get(result.reference) ?? objection(payment, result, ours);
    if (why !== null) report.unmatched.push({ reference: result.reference, why });
    else if (payment) await settleOne(db, payment, result, { report, now });
  }
  return report;
}
