import { formatMoney } from '../../contract/money.ts';
import { withdrawalStatuses } from '../../contract/withdrawal-shapes.ts';
import { limitOf } from '../domain/approvals.ts';
import { type Listed, readPage } from '../domain/listing.ts';
import { reviewEnd, type WithdrawalRow } from '../domain/own-withdrawals.ts';
import { paidInWords } from '../domain/paid-currency.ts';
import { kindInSql, type MethodOfAccount } from '../domain/payout-accounts/kinds.ts';
import { writeAccount } from '../domain/payout-accounts/written.ts';
import { readSignals } from '../domain/review/review.ts';
import {
  approveWithdrawal,
  prepareWithdrawal,
  rejectWithdrawal,
  returnPayout,
} from '../domain/settlement.ts';
import { type Command, type OperatorContext, OperatorError, UsageError } from './command.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { readId } from './options.ts';
import { isCode, REASON_SYNOPSIS, readReason, reasonHelp, reasonLines } from './reasons.ts';
import { readSettings } from './settings.ts';
import { card } from './text.ts';

interface OperatorRow extends WithdrawalRow, MethodOfAccount {
  readonly username: string;
  readonly country: string;
  readonly prepared_by: string | null;
  readonly payout_reference: string | null;
  readonly is_blocked: boolean;
}

/** The whole account, unmasked: this is who pays it. */
function toJson(row: OperatorRow, currency: string) {
  return {
    id: Number(row.withdrawal_id),
    username: row.username,
    amount: formatMoney(row.amount),
    currency,
    /** what arrives, where it is in another currency */
    pays: paidInWords(row),
    pay_rate: row.pay_rate,
    local_amount: row.local_amount,
    local_currency: row.local_currency,
    country: row.country,
    method: row.method,
    account_type: row.account_type,
    recipient_name: row.recipient_name,
    account: row.account,
    account_written: writeAccount(row, row.account),
    status: row.status,
    step: row.step,
    review_due_at: reviewEnd(row),
    needs_decision: row.needs_decision,
    held_until: row.held_until?.toISOString() ?? null,
    payout_reference: row.payout_reference,
    prepared_by: row.prepared_by,
    is_blocked: row.is_blocked,
    cancelled: row.cancelled,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

const COLUMNS = `withdrawal.withdrawal_id, username, amount, local_amount, local_currency,
  pay_currency, pay_amount, pay_rate,
  withdrawal.country, method, account_type, recipient_name, account, status, step,
  ${kindInSql('withdrawal')},
  review_due_at, needs_decision, held_until, payout_reference, prepared_by, cancelled, reason,
  withdrawal.created_at, settled_at, account.blocked_at is not null as is_blocked`;

async function find(context: OperatorContext, id: number): Promise<ReturnType<typeof toJson>> {
  const { rows } = await context.db.query<OperatorRow>(
    `select ${COLUMNS} from withdrawal join account using (user_id) where withdrawal_id = $1`,
    [id],
  );
  if (!rows[0]) throw new OperatorError(`there is no withdrawal ${id}`);
  return toJson(rows[0], (await readSettings(context)).currency);
}

type Json = ReturnType<typeof toJson>;

/** Where a request stands, in a word; a day where it waits for one. */
function shownStep(
  { step, cancelled, held_until }: Pick<Json, 'step' | 'cancelled' | 'held_until'>,
  now: Date,
): string {
  if (cancelled) return 'cancelled';
  const isHeld = step === 'pending' && held_until !== null && new Date(held_until) > now;
  return isHeld ? `held until ${held_until.slice(0, 10)}` : step;
}

/** $5 the status; null: any. */
const LISTED: Listed = {
  table: 'withdrawal',
  time: 'withdrawal.created_at',
  key: 'withdrawal_id',
  where: '$5::text is null or status = $5',
  amount: 'amount',
};

const list: Command = {
  name: 'withdrawals list',
  synopsis: `[--status pending|paid|rejected] ${LIST.synopsis}`,
  summary:
    'withdrawals with the accounts to pay and, where they wait, how many signals; the oldest first',
  positionals: 0,
  options: ['status', ...LIST.options],
  flags: LIST.flags,
  run: async (context, { values }) => {
    const { status } = values;
    if (status !== undefined && !withdrawalStatuses.some((known) => known === status)) {
      throw new UsageError(`--status must be one of ${withdrawalStatuses.join(', ')}`);
    }
    const selection = readSelection(values);
    const page = await readPage<OperatorRow>(
      context.db,
      LISTED,
      selection,
      (withdrawals) => `select ${COLUMNS} from ${withdrawals} join account using (user_id)`,
      [status ?? null],
    );
    const { rows } = page;
    const waiting = rows.filter((row) => row.settled_at === null);
    const ids = waiting.map(({ withdrawal_id }) => withdrawal_id);
    const settings = await readSettings(context);
    const reviewer = { ...context, settings };
    const signals = await readSignals(reviewer, ids);
    const json = rows.map((row) => ({
      ...toJson(row, settings.currency),
      signals: signals.get(row.withdrawal_id)?.length ?? null,
    }));
    const lines = json.map(
      ({ id, username, amount, currency, pays, method, recipient_name, ...rest }) => {
        const { account_written: account, signals, is_blocked } = rest;
        const step = shownStep(rest, context.now);
        const sums = { amount, currency, pays };
        return {
          id,
          username,
          ...sums,
          method,
          account,
          recipient_name,
          step,
          signals,
          is_blocked,
        };
      },
    );
    return answerList(context, selection, page, { json, lines, empty: 'no withdrawals' });
  },
};

const approve: Command = {
  name: 'withdrawals approve',
  changes: true,
  synopsis: 'ID',
  summary: 'the amount has been paid out',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    const approval = await limitOf(context.db, context.who);
    await approveWithdrawal(context.db, number, context.now, approval);
    const json = await find(context, number);
    return { json, text: card(json) };
  },
};

const prepare: Command = {
  name: 'withdrawals prepare',
  changes: true,
  synopsis: 'ID',
  summary: 'the first of two operators finds it good; another one approves it',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    await prepareWithdrawal(context.db, number, context.who, context.now);
    const json = await find(context, number);
    return { json, text: card(json) };
  },
};

/** The amount goes back to the user, who reads the reason. */
const giveBack = (
  { name, summary }: Pick<Command, 'name' | 'summary'>,
  settle: typeof rejectWithdrawal,
): Command => ({
  name,
  changes: true,
  synopsis: `ID ${REASON_SYNOPSIS}`,
  summary: `${summary}; ${reasonHelp('withdrawal')}`,
  positionals: 1,
  options: ['reason', 'note'],
  required: ['reason'],
  run: async (context, { positionals: [id], values }) => {
    const number = readId(id);
    const reason = readReason(values, 'withdrawal', 500);
    await settle(context.db, number, reason, context.now);
    const json = await find(context, number);
    const isErased = json.account === '';
    if (isErased && !isCode(reason, 'withdrawal')) {
      throw new OperatorError(
        `withdrawal ${number} is a deleted account’s, and words are kept for good: give a code alone`,
      );
    }
    return { json, text: [card(json), ...reasonLines(reason)].join('\n') };
  },
});

const reject = giveBack(
  {
    name: 'withdrawals reject',
    summary: 'the amount goes back to the user, who reads the reason',
  },
  rejectWithdrawal,
);
const sendBack = giveBack(
  {
    name: 'withdrawals return',
    summary: 'what was paid has come back: it goes back to the user, who reads the reason',
  },
  returnPayout,
);

export const withdrawalCommands: readonly Command[] = [list, prepare, approve, reject, sendBack];
