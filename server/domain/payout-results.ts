import { formatMoney, MONEY_PLACES, parseDecimal } from '../../contract/money.ts';
import type { WithdrawalStep } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';
import { type Paid, paidOf } from './paid-currency.ts';
import { cancelledBatchErrors } from './payout-cancel.ts';
import { lockWallets, SettlementError } from './payout-steps.ts';
import { confirmPayout, failPayout } from './settlement.ts';

/** The result of a payment; open: pending; duplicate: the bank rejected a copy of the payment. */
export interface Verdict {
  readonly outcome: 'paid' | 'failed' | 'open' | 'duplicate';
  /** reason of the failure */
  readonly reason: string;
}

/** The provider's report of one payment. */
export interface PaymentResult extends Verdict {
  readonly reference: string;
  /** 1/10,000 units; null: not reported */
  readonly amount: bigint | null;
  /** currency of the amount; null: not reported */
  readonly currency: string | null;
  /** the batch, where the result was reported for the whole batch */
  readonly batch?: string;
}

export interface Results {
  readonly results: readonly PaymentResult[];
  /** results of whole batches: they apply to payments without a result of their own */
  readonly whole: readonly (Verdict & { readonly batch: string })[];
}

export interface ImportReport {
  paid: number;
  failed: number;
  /** results that were known before */
  already: number;
  open: number;
  /** results that were not applied, with the reason */
  readonly unmatched: { reference: string; why: string }[];
}

interface Known extends Paid {
  readonly withdrawal_id: bigint;
  readonly amount: bigint;
  readonly step: WithdrawalStep;
}

/** Adds the batch's result for each of its payments without a result of its own. */
async function expandBatchResults(
  db: Database,
  { results, whole }: Results,
): Promise<PaymentResult[]> {
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

/** Keeps one result per payment; contradictory results are listed as unmatched. */
function reconcile(all: readonly PaymentResult[], { unmatched }: ImportReport): PaymentResult[] {
  return [...Map.groupBy(all, ({ reference }) => reference)].flatMap(([reference, same]) => {
    const [first] = same;
    const isOne = same.every(
      ({ outcome, amount, currency }) =>
        outcome === first?.outcome && amount === first.amount && currency === first.currency,
    );
    if (!isOne)
      unmatched.push({
        reference,
        why: 'the file names this payment twice, with different results',
      });
    return isOne && first ? [first] : [];
  });
}

/** Whether the payment already has this result; a returned payment was paid before. */
const isKnown = (step: WithdrawalStep, { outcome }: Verdict) =>
  outcome === 'failed' ? step === 'failed' : step === 'paid' || step === 'returned';

/**
 * The message if a result reports another sum than the sent one; null: it does not.
 * @param ours currency of the amounts
 */
function otherSum(known: Known, result: PaymentResult, ours: string): string | null {
  const sent = paidOf(known) ?? { amount: formatMoney(known.amount), currency: ours };
  const { amount, currency } = result;
  const isSame = amount === null || amount === parseDecimal(sent.amount, MONEY_PLACES);
  if (isSame && (currency === null || currency === sent.currency)) return null;
  const said = [amount === null ? [] : formatMoney(amount), currency ?? []].flat().join(' ');
  return `the payment is of ${sent.amount} ${sent.currency}, not of ${said}`;
}

/** The reason why a result cannot be applied; null: it can. */
function whyNotApplied(
  known: Known | undefined,
  result: PaymentResult,
  ours: string,
): string | null {
  if (!known) return 'no payment has this reference';
  const other = otherSum(known, result, ours);
  if (other !== null) return other;
  if (result.outcome === 'open' || result.outcome === 'duplicate') return null;
  if (known.step === 'processing' || isKnown(known.step, result)) return null;
  const id = known.withdrawal_id;
  return known.step === 'paid'
    ? `withdrawal ${id} is paid already; if the money came back, give "withdrawals return"`
    : `withdrawal ${id} is ${known.step}, but the file says ${result.outcome}`;
}

const DUPLICATE =
  'the bank rejected this payment as a duplicate, so the first payment is under way: the withdrawal stays open';

/** The result of a whole batch is listed once. */
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

async function lockPayees(db: Database, references: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ user_id: bigint }>(
    `select user_id from withdrawal where payout_reference = any($1) and step = 'processing'`,
    [references],
  );
  await lockWallets(db, rows);
}

/**
 * Applies results of payments. A result that was applied before changes nothing, and one that does not match is only
 * listed. Call it in one transaction, so that a file is applied as a whole or not at all.
 * @param ours currency of the amounts
 */
export async function importResults(
  db: Database,
  results: Results,
  now: Date,
  ours: string,
): Promise<ImportReport> {
  const report: ImportReport = { paid: 0, failed: 0, already: 0, open: 0, unmatched: [] };
  const wanted = reconcile(await expandBatchResults(db, results), report);
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
  const cancelled = await cancelledBatchErrors(db, references);
  for (const result of wanted) {
    const payment = known.get(result.reference);
    const why = cancelled.get(result.reference) ?? whyNotApplied(payment, result, ours);
    if (why !== null) report.unmatched.push({ reference: result.reference, why });
    else if (payment) await settleOne(db, payment, result, { report, now });
  }
  return report;
}
