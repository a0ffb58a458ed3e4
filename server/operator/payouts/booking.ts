import { formatMoney } from '../../../contract/money.ts';
import { approvalLimitOf } from '../../domain/approval-limits.ts';
import { sumsInWords } from '../../domain/paid-currency.ts';
import { createBatch } from '../../domain/payout-batches.ts';
import { assertMethodExists, assertWaiting } from '../../domain/payout-waiting.ts';
import type { Settings } from '../../domain/settings.ts';
import { type CommandResult, type OperatorContext, OperatorError, type Plan } from '../command.ts';
import { readSettings } from '../settings.ts';
import { card, counted } from '../text.ts';
import { type Candidate, type Choice, chooseRequests, type ExportOrder } from './choice.ts';
import { type ExcludedRequest, idsByReason, linesOf } from './excluded-requests.ts';
import { refuseExisting, writeBatch } from './export.ts';
import type { Debtor } from './file-head.ts';
import { drawFile } from './files.ts';

/** The payer's account, from the settings. @throws OperatorError when one of these settings is empty */
function debtorOf(settings: Settings): Debtor {
  const debtor = {
    name: settings.get('payout.debtor_name'),
    iban: settings.get('payout.debtor_iban'),
    bic: settings.get('payout.debtor_bic'),
  };
  const empty = Object.entries(debtor).filter(([, value]) => value === '');
  if (empty.length > 0) {
    const keys = empty.map(([name]) => `payout.debtor_${name}`).join(', ');
    throw new OperatorError(`pain.001 needs the payer’s account: set ${keys} (config set)`);
  }
  return debtor;
}

/** The operator's options for an export; `prepare` adds the operator's approval limit to them. */
export type ExportOptions = Omit<ExportOrder, 'approval' | 'only'> & { readonly out: string };

/**
 * Reads the settings and the operator's approval limit for an export. The plan and the booking both call it,
 * because these values may change between the two.
 * @throws OperatorError when payouts are paused, the file exists, or pain.001 is not set up
 */
async function prepare(context: OperatorContext, { out, ...options }: ExportOptions) {
  const { db, who, disk } = context;
  const settings = await readSettings(context);
  if (settings.get('payout.paused')) {
    throw new OperatorError('payouts are paused (payout.paused): no new batch is made');
  }
  await refuseExisting(disk, out);
  const debtor = options.format === 'pain.001' ? debtorOf(settings) : null;
  return { settings, debtor, order: { ...options, approval: await approvalLimitOf(db, who) } };
}

/** Number, sums and warnings of payments, for the question before the booking and for the answer after it. */
function figuresOf(payments: readonly Candidate[], currency: string) {
  const amounts = payments.map(({ amount }) => amount);
  const [first = 0n] = amounts;
  return {
    payments: payments.length,
    currency,
    amount: formatMoney(amounts.reduce((sum, amount) => sum + amount, 0n)),
    lowest: formatMoney(amounts.reduce((least, each) => (each < least ? each : least), first)),
    highest: formatMoney(amounts.reduce((most, each) => (each > most ? each : most), first)),
    pays: sumsInWords(payments),
    new_accounts: payments.filter(({ is_new_account }) => is_new_account).length,
    with_signals: payments.filter(({ signals }) => signals.length > 0).length,
  };
}

const currencyText = ({ currency, pays }: ReturnType<typeof figuresOf>): string =>
  ` ${currency}${pays === null ? '' : `, to be paid as ${pays}`}`;

const noPaymentError = (why: string, excludedRequests: readonly ExcludedRequest[]) =>
  new OperatorError([why, ...linesOf(excludedRequests)].join('\n'));

/**
 * Chooses the requests that a method can pay now, without changing anything.
 * @returns the plan of a batch with these requests; the booking leaves out those that cannot be paid any more
 * @throws OperatorError when no request can be paid, payouts are paused, the file exists, or pain.001 is not set up
 * @throws SettlementError when the method does not exist, or a named request does not wait for a payment by it
 */
export async function planExport(context: OperatorContext, options: ExportOptions): Promise<Plan> {
  const { settings, order } = await prepare(context, options);
  await assertWaiting(context.db, options.method, options.named);
  const shown = await chooseRequests(context, order, settings);
  const { taken, excludedRequests } = shown;
  if (taken.length + excludedRequests.length === 0)
    await assertMethodExists(context.db, options.method);
  if (taken.length === 0)
    throw noPaymentError(`no request can be paid by ${options.method}`, excludedRequests);
  const { amount, new_accounts, with_signals, pays, ...figures } = figuresOf(
    taken,
    settings.currency,
  );
  const facts = {
    ...figures,
    sum: amount,
    ...(pays !== null && { pays }),
    'to accounts never paid before': new_accounts,
    'with signals': with_signals,
  };
  return {
    shown: [card(facts), ...linesOf(excludedRequests)].join('\n'),
    question: `Export ${counted(taken.length, 'request')}?`,
    run: (bookingContext) => book(bookingContext, options, shown),
  };
}

/** Chooses the shown requests that can still be paid. */
async function chooseBookable(context: OperatorContext, options: ExportOptions, shown: Choice) {
  const { settings, order, debtor } = await prepare(context, options);
  const only = shown.taken.map(({ withdrawal_id }) => withdrawal_id);
  const { taken, excludedRequests } = await chooseRequests(context, { ...order, only }, settings);
  const { currency } = settings;
  const bookableIds = taken.map((each) => each.withdrawal_id);
  return { order: { ...order, only: bookableIds }, debtor, currency, excludedRequests };
}

/**
 * Stores a batch of the shown requests together with the bytes of its file. The file itself is written after the
 * commit: otherwise a rolled-back batch would leave a file with its payments.
 * @throws OperatorError when none of the shown requests can be paid any more
 */
async function book(
  context: OperatorContext,
  options: ExportOptions,
  shown: Choice,
): Promise<CommandResult> {
  const { db, disk, now } = context;
  const { order, debtor, currency, excludedRequests } = await chooseBookable(
    context,
    options,
    shown,
  );
  const batch = await createBatch(
    db,
    order,
    (batchId, payments) => drawFile[order.format]({ batchId, now, debtor, currency }, payments),
    now,
  );
  const bookedIds = new Set(batch?.payments.map(({ withdrawal_id }) => withdrawal_id));
  const taken = shown.taken.filter(({ withdrawal_id }) => bookedIds.has(withdrawal_id));
  const excludedIds = new Set(excludedRequests.map(({ request }) => request.withdrawal_id));
  const decided = shown.taken.filter(({ withdrawal_id }) => {
    return !bookedIds.has(withdrawal_id) && !excludedIds.has(withdrawal_id);
  });
  const leftOut = [...shown.excludedRequests, ...excludedRequests].concat(
    decided.map((request) => ({ request, why: 'gone' as const })),
  );
  if (!batch) throw noPaymentError('none of the shown requests can be paid any more', leftOut);
  const figures = { batch: Number(batch.batch_id), ...figuresOf(taken, currency) };
  const { out } = options;
  const sum = `${figures.amount}${currencyText(figures)}`;
  const text = [
    `batch ${figures.batch}: ${counted(figures.payments, 'payment')}, ${sum}`,
    ...linesOf(leftOut),
    out,
  ].join('\n');
  return {
    json: { ...figures, left_out: idsByReason(leftOut) },
    text,
    changed: figures,
    finish: (pool) => writeBatch(pool, { batchId: batch.batch_id, out, disk, now }),
  };
}
