import { formatMoney } from '../../contract/money.ts';
import { approvalLimitOf } from '../domain/approval-limits.ts';
import type { Obstacle } from '../domain/approvals.ts';
import { Refusal } from '../domain/context.ts';
import { type ListDefinition, readPage } from '../domain/listing.ts';
import {
  decideObjection,
  findObjection,
  lockOpenObjection,
  type ObjectionRow,
  readObjections,
} from '../domain/objection-decisions.ts';
import { type Command, type OperatorContext, OperatorError, UsageError } from './command.ts';
import { OF_STATUS, readStatus, STATUS_SYNOPSIS, statusOf } from './decided-lists.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { readId } from './options.ts';
import { REASON_SYNOPSIS, readReason, reasonHelp, reasonLines } from './reasons.ts';
import { card } from './text.ts';

/** Longest answer, in characters: it is part of a push message of at most 4 KB. */
const MAX_ANSWER = 200;

const GROUNDS = ['law', 'fraud_review'];

function toJson(row: ObjectionRow) {
  const { withdrawal_id, correction_id, amount, given_since } = row;
  return {
    id: Number(row.objection_id),
    username: row.username,
    about: withdrawal_id ? 'withdrawal' : correction_id ? 'correction' : 'block',
    item: withdrawal_id || correction_id ? Number(withdrawal_id ?? correction_id) : null,
    amount: amount === null ? null : formatMoney(amount),
    given_since: given_since === null ? null : formatMoney(given_since),
    refused_for: row.refused_for,
    text: row.text,
    status: statusOf(row),
    ground: row.ground,
    prepared_by: row.prepared_by,
    created_at: row.created_at.toISOString(),
    decide_at: row.ground ? null : row.decide_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    answer: row.answer,
  };
}

const LISTED: ListDefinition = {
  table: 'objection',
  time: 'created_at',
  key: 'objection_id',
  where: OF_STATUS,
};

const list: Command = {
  name: 'objections list',
  hasAmounts: true,
  synopsis: `${STATUS_SYNOPSIS} ${LIST.synopsis}`,
  summary: 'lists the objections of people to refusals of money, the oldest first',
  positionals: 0,
  options: ['status', ...LIST.options],
  flags: LIST.flags,
  run: async (context, { values }) => {
    const status = readStatus(values.status);
    const selection = readSelection(values);
    const page = await readPage<ObjectionRow>(context.db, LISTED, selection, readObjections, [
      status,
    ]);
    const json = page.rows.map(toJson);
    const lines = json.map(({ id, username, about, item, amount, text, status, decide_at }) => {
      return { id, username, about, item, amount, text, status, decide_at };
    });
    return answerList(context, selection, page, { json, lines, empty: 'no objections' });
  },
};

async function find({ db }: OperatorContext, text: string | undefined): Promise<ObjectionRow> {
  const id = readId(text);
  const objection = await findObjection(db, BigInt(id));
  if (!objection) throw new OperatorError(`there is no objection ${id}`);
  return objection;
}

/** Locks an open objection. @throws OperatorError when the objection is decided already */
async function lock(context: OperatorContext, text: string | undefined): Promise<ObjectionRow> {
  const { objection_id: id } = await find(context, text);
  const open = await lockOpenObjection(context.db, id);
  if (open) return open;
  throw new OperatorError(`objection ${id} was ${statusOf(await find(context, text))} already`);
}

const show: Command = {
  name: 'objections show',
  hasAmounts: true,
  synopsis: 'ID',
  summary: 'shows one objection and its subject',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const json = toJson(await find(context, id));
    return { json, text: card(json) };
  },
};

const alone = (why: string) =>
  `you cannot uphold this objection alone: ${why}; another operator can uphold it, or you prepare it (objections prepare)`;
const TWO =
  'the objection needs two operators: one prepares it (objections prepare), another one upholds it';

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

/** `objections uphold`, `objections dismiss` */
const decide = (isUpheld: boolean): Command => ({
  name: isUpheld ? 'objections uphold' : 'objections dismiss',
  hasAmounts: true,
  changes: true,
  synopsis: `ID ${REASON_SYNOPSIS}`,
  summary: `${
    isUpheld
      ? 'accepts an objection: gives back the amount of a correction, or unblocks the account'
      : 'rejects an objection: the refusal stays'
  }; the person reads the reason; ${reasonHelp(isUpheld ? 'objection_upheld' : 'objection_dismissed')}`,
  positionals: 1,
  options: ['reason', 'note'],
  required: ['reason'],
  run: async (context, { positionals: [id], values }) => {
    const { db, now, who } = context;
    const kind = isUpheld ? 'objection_upheld' : 'objection_dismissed';
    const answer = readReason(values, kind, MAX_ANSWER);
    const objection = await lock(context, id);
    const decision = { isUpheld, answer, approval: await approvalLimitOf(db, who) };
    const obstacle = await decideObjection(db, objection, decision, now).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw new OperatorError('the funds do not cover the amount: give funding deposit first');
    });
    if (obstacle) throw new OperatorError(refusals[obstacle]);
    const json = toJson(await find(context, id));
    const changed = { user_id: Number(objection.user_id) };
    return { json, text: [card(json), ...reasonLines(answer)].join('\n'), changed };
  },
});

/** Sets a column of an open objection. */
const mark =
  (column: 'prepared_by' | 'ground') =>
  async (context: OperatorContext, id: string | undefined, value: string) => {
    const { user_id, objection_id } = await lock(context, id);
    await context.db.query(
      `update objection set ${column} = $3 where user_id = $1 and objection_id = $2`,
      [user_id, objection_id, value],
    );
    const json = toJson(await find(context, id));
    return { json, text: card(json), changed: { user_id: Number(user_id) } };
  };

const prepare: Command = {
  name: 'objections prepare',
  hasAmounts: true,
  changes: true,
  synopsis: 'ID',
  summary:
    'prepares the return of an amount as the first of two operators; another operator upholds the objection',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const { prepared_by } = await find(context, id);
    return mark('prepared_by')(context, id, prepared_by ?? context.who);
  },
};

const hold: Command = {
  name: 'objections hold',
  hasAmounts: true,
  changes: true,
  synopsis: 'ID --ground law|fraud_review',
  summary: 'sets the ground on which only an operator decides an objection, without a time limit',
  positionals: 1,
  options: ['ground'],
  required: ['ground'],
  run: async (context, { positionals: [id], values: { ground = '' } }) => {
    if (!GROUNDS.includes(ground)) {
      throw new UsageError(`--ground must be one of ${GROUNDS.join(', ')}`);
    }
    return mark('ground')(context, id, ground);
  },
};

export const objectionCommands: readonly Command[] = [
  list,
  show,
  prepare,
  hold,
  decide(true),
  decide(false),
];
