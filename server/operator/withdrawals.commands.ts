import { withdrawalStatuses } from '../../contract/withdrawal-shapes.ts';
import { approvalLimitOf } from '../domain/approval-limits.ts';
import { type ListDefinition, readPage } from '../domain/listing.ts';
import { formatAccount } from '../domain/payout-accounts/format-account.ts';
import { openAccounts } from '../domain/payout-accounts/sealed.ts';
import { readSignals } from '../domain/review/review.ts';
import {
  approveWithdrawal,
  prepareWithdrawal,
  rejectWithdrawal,
  returnPayout,
} from '../domain/settlement.ts';
import { type Command, OperatorError, UsageError } from './command.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { readId } from './options.ts';
import { isCode, REASON_SYNOPSIS, readReason, reasonHelp, reasonLines } from './reasons.ts';
import { readSettings } from './settings.ts';
import { card } from './text.ts';
import { COLUMNS, find, findRow, type OperatorRow, toJson } from './withdrawal-rows.ts';

type Json = ReturnType<typeof toJson>;

/** Returns a request's step in a word, or the day until which the request is held. */
function shownStep(
  { step, cancelled, held_until }: Pick<Json, 'step' | 'cancelled' | 'held_until'>,
  now: Date,
): string {
  if (cancelled) return 'cancelled';
  const isHeld = step === 'pending' && held_until !== null && new Date(held_until) > now;
  return isHeld ? `held until ${held_until.slice(0, 10)}` : step;
}

/** $5: the status; null: any. */
const LISTED: ListDefinition = {
  table: 'withdrawal',
  time: 'created_at',
  key: 'withdrawal_id',
  where: '$5::text is null or status = $5',
  amount: 'amount',
};

const list: Command = {
  name: 'withdrawals list',
  synopsis: `[--status pending|paid|rejected] ${LIST.synopsis}`,
  summary:
    'lists withdrawals with the ends of the accounts and, while they wait, the number of signals; the oldest first',
  positionals: 0,
  options: ['status', ...LIST.options],
  flags: LIST.flags,
  run: async (context, { values }) => {
    const { status } = values;
    if (status !== undefined && !withdrawalStatuses.some((known) => known === status)) {
      throw new UsageError(`--status must be one of ${withdrawalStatuses.join(', ')}`);
    }
    const selection = readSelection(values);
    const stored = await readPage<OperatorRow>(
      context.db,
      LISTED,
      selection,
      (withdrawals) => `select ${COLUMNS} from ${withdrawals} join account using (user_id)`,
      [status ?? null],
    );
    const rows = openAccounts(context.db, stored.rows);
    const page = { ...stored, rows };
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
        const { account, signals, is_blocked } = rest;
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

/** Changes nothing, but the audit log records the operator who saw an account, and the time. */
const show: Command = {
  name: 'withdrawals show',
  changes: true,
  synopsis: 'ID',
  summary: 'shows one withdrawal with the whole account; the log of changes records the operator',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const row = await findRow(context, readId(id));
    const { currency } = await readSettings(context);
    const { account } = row;
    const whole = { account, account_written: formatAccount(row, account) };
    const json = { ...toJson(row, currency), ...whole };
    return { json, text: card(json) };
  },
};

const approve: Command = {
  name: 'withdrawals approve',
  changes: true,
  synopsis: 'ID',
  summary: 'records that the amount of a withdrawal was paid out',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    const approval = await approvalLimitOf(context.db, context.who);
    await approveWithdrawal(context.db, number, context.now, approval);
    const json = await find(context, number);
    return { json, text: card(json) };
  },
};

const prepare: Command = {
  name: 'withdrawals prepare',
  changes: true,
  synopsis: 'ID',
  summary: 'prepares a withdrawal as the first of two operators; another operator approves it',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    await prepareWithdrawal(context.db, number, context.who, context.now);
    const json = await find(context, number);
    return { json, text: card(json) };
  },
};

/** Makes a command that gives the amount back to the user, who reads the reason. */
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
    // an account that was lost with the data key still has its recipient's name
    const isErased = json.account === '' && json.recipient_name === '';
    if (isErased && !isCode(reason, 'withdrawal')) {
      throw new OperatorError(
        `withdrawal ${number} belongs to a deleted account, and your own words would be kept for good: give only a code`,
      );
    }
    return { json, text: [card(json), ...reasonLines(reason)].join('\n') };
  },
});

const reject = giveBack(
  {
    name: 'withdrawals reject',
    summary: 'rejects a withdrawal: the amount goes back to the user, who reads the reason',
  },
  rejectWithdrawal,
);
const sendBack = giveBack(
  {
    name: 'withdrawals return',
    summary:
      'records that a payment came back: the amount goes back to the user, who reads the reason',
  },
  returnPayout,
);

export const withdrawalCommands: readonly Command[] = [
  ...[list, show, prepare, approve],
  ...[reject, sendBack],
];
