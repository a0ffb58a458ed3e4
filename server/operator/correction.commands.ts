import { formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { approvalLimitOf } from '../domain/approval-limits.ts';
import { countSoloPayments, type Obstacle } from '../domain/approvals.ts';
import { Refusal } from '../domain/context.ts';
import {
  approvePreparedCorrection,
  correctBalance,
  prepareCorrection,
} from '../domain/corrections.ts';
import { findAccount } from '../domain/find-account.ts';
import {
  type Arguments,
  type Command,
  type CommandResult,
  type OperatorContext,
  OperatorError,
  UsageError,
} from './command.ts';
import { readId } from './options.ts';
import { REASON_SYNOPSIS, readReason, reasonHelp, reasonLines } from './reasons.ts';
import { card } from './text.ts';

/** @returns 1/10,000 units; negative: an amount to take from the user */
function readSigned(text: string): bigint {
  const units = text.replace(/^[+-]/, '');
  if (!MONEY_INPUT.test(units) || parseMoney(units) === 0n) {
    throw new UsageError(`AMOUNT must be an amount such as 1.50 or -1.50, not "${text}"`);
  }
  return text.startsWith('-') ? -parseMoney(units) : parseMoney(units);
}

interface Wanted {
  readonly userId: bigint;
  readonly username: string;
  /** 1/10,000 units; negative: an amount to take from the user */
  readonly amount: bigint;
  readonly reason: string;
}

async function readWanted(
  { db }: OperatorContext,
  { positionals: [name = '', text = ''], values }: Arguments,
): Promise<Wanted> {
  const amount = readSigned(text);
  const reason = readReason(values, 'correction', 200);
  const { rows } = await db.query<{ user_id: bigint; username: string }>(
    // a deletion waits for this lock
    `select user_id, username from account
     where user_id = $1 and deleted_at is null for key share`,
    [await findAccount(db, name)],
  );
  const [user] = rows;
  if (!user) throw new OperatorError(`there is no user "${name}"`);
  return { userId: user.user_id, username: user.username, amount, reason };
}

async function apply(
  { db, now }: OperatorContext,
  { userId, username, amount, reason }: Wanted,
): Promise<CommandResult> {
  const corrected = await correctBalance(db, userId, { amount, reason }, now).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw new OperatorError('the funds do not cover the amount: give funding deposit first');
    },
  );
  if (!corrected) throw new Error(`no wallet of user ${userId}`);
  const json = {
    id: Number(corrected.correction_id),
    username,
    amount: formatMoney(amount),
    reason,
    balance: formatMoney(corrected.available),
    debt: formatMoney(corrected.debt),
  };
  return { json, text: [card(json), ...reasonLines(reason)].join('\n') };
}

const TWO =
  'the correction needs two operators: one prepares it (ledger prepare), another one approves it';
const alone = (why: string) =>
  `you cannot give this amount alone: ${why}; another operator can give it, or you prepare it (ledger prepare)`;

/** Message for each broken rule, with the remedy. */
const refusals: Readonly<Record<Obstacle, string>> = {
  large: `${TWO} (the amount is above the limit, withdraw.second_approval_above)`,
  person: `${TWO} (with the amounts that operators approved alone for this person today, the sum is above the limit)`,
  raised: alone('the amount is above the limit that held before you raised it'),
  link: alone('you have made a link to a new password for this person'),
  operator: alone(
    'with the other amounts that you approved alone today, the sum is above the limit',
  ),
};

const correct: Command = {
  name: 'ledger correct',
  hasAmounts: true,
  changes: true,
  synopsis: `USER AMOUNT ${REASON_SYNOPSIS}`,
  summary: `gives a user an amount (1.50), or takes it (-1.50), by an entry in the ledger; the person reads the reason; ${reasonHelp('correction')}`,
  positionals: 2,
  options: ['reason', 'note'],
  required: ['reason'],
  run: async (context, args) => {
    const wanted = await readWanted(context, args);
    const approval = await approvalLimitOf(context.db, context.who);
    const given = wanted.amount > 0n ? [{ user_id: wanted.userId, amount: wanted.amount }] : [];
    const obstacle = await countSoloPayments(context.db, approval, given, context.now);
    if (obstacle) throw new OperatorError(refusals[obstacle]);
    return apply(context, wanted);
  },
};

const prepare: Command = {
  name: 'ledger prepare',
  hasAmounts: true,
  changes: true,
  synopsis: `USER AMOUNT ${REASON_SYNOPSIS}`,
  summary: 'prepares a correction as the first of two operators; another operator approves it',
  positionals: 2,
  options: ['reason', 'note'],
  required: ['reason'],
  run: async (context, args) => {
    const wanted = await readWanted(context, args);
    const id = await prepareCorrection(context.db, wanted, context.who, context.now);
    const { username, amount, reason } = wanted;
    const json = { prepared: Number(id), username, amount: formatMoney(amount), reason };
    return { json, text: card(json), changed: { prepared: json.prepared } };
  },
};

const approve: Command = {
  name: 'ledger approve',
  hasAmounts: true,
  changes: true,
  synopsis: 'ID',
  summary: 'makes a correction that another operator has prepared',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    const wanted = await approvePreparedCorrection(context.db, number, context.now);
    if (!wanted) throw new OperatorError(`no correction ${number} waits for an approval`);
    if (wanted.who === context.who) {
      throw new OperatorError(
        `${context.who} has prepared this correction: another operator has to approve it`,
      );
    }
    return apply(context, wanted);
  },
};

export const correctionCommands: readonly Command[] = [correct, prepare, approve];
