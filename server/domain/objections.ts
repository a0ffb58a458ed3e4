import type * as calls from '../../contract/calls.ts';
import type { Objection } from '../../contract/objection.ts';
import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { reasonIn } from '../words/reasons.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { assertNotDeleted } from './deletion/delete-account.ts';
import { findBlocked } from './login.ts';
import { addMilliseconds, DAY, HOUR } from './time.ts';

/** How long a person can object to a refusal, and how long decisions are stored (DSA, Article 20). */
export const OBJECTION_LIFETIME_MS = 183 * DAY;

/** An objection as its author sees it; in JSON, times are texts. */
interface OwnerObjectionRow<Time extends Date | string> {
  readonly text: string;
  readonly created_at: Time;
  readonly decide_at: Time;
  readonly ground: string | null;
  readonly decided_at: Time | null;
  readonly is_upheld: boolean | null;
  readonly answer: string | null;
}

/** A case's objection, and whether the person may object. */
export interface CaseRow {
  readonly objection: OwnerObjectionRow<string> | null;
  readonly is_objectable: boolean;
}

/** SQL of the time of a refusal, by the table of its row. */
const REFUSED = {
  withdrawal: `case when withdrawal.step = 'rejected' and not withdrawal.cancelled
    then withdrawal.settled_at end`,
  correction: 'case when correction.amount < 0 then correction.created_at end',
} as const;

type Kind = keyof typeof REFUSED;

const isRecent = (kind: Kind, now: string): string =>
  `coalesce(${REFUSED[kind]} > ${now}::timestamptz - interval '${OBJECTION_LIFETIME_MS / DAY} days', false)`;

/** SQL of the columns of `CaseRow`, beside a row of the case's table. @param now SQL of the present moment */
export const caseInSql = (kind: Kind, now: string): string => `(
    select to_jsonb(told) from (
      select text, created_at, decide_at, ground, decided_at, is_upheld, answer
      from objection as own
      where own.user_id = ${kind}.user_id and own.${kind}_id = ${kind}.${kind}_id
    ) as told
  ) as objection, ${isRecent(kind, now)} as is_objectable`;

const isoOf = (time: string | Date | null) => time && new Date(time).toISOString();

function toObjection(
  row: OwnerObjectionRow<Date | string>,
  language: string | undefined,
): Objection {
  const isOpen = row.decided_at === null;
  return {
    text: row.text,
    status: isOpen ? 'open' : row.is_upheld ? 'upheld' : 'dismissed',
    created_at: new Date(row.created_at).toISOString(),
    decide_at: isOpen && row.ground === null ? isoOf(row.decide_at) : null,
    decided_at: isoOf(row.decided_at),
    answer: row.answer && reasonIn(language, row.answer),
  };
}

/** The fields of a case about its objection. */
export function objectionOf(
  { visitor }: Pick<Context, 'visitor'>,
  { objection, is_objectable }: CaseRow,
): { objection?: Objection | null } {
  if (objection) return { objection: toObjection(objection, visitor.language) };
  return is_objectable ? { objection: null } : {};
}

const decisionDeadline = ({ settings, now }: Context): Date =>
  addMilliseconds(now, settings.get('objections.decide_after_hours') * HOUR);

/** $1 the person, $2 the case, $3 now. */
const findCase = (kind: Kind): string => `
  select from ${kind} where user_id = $1 and ${kind}_id = $2 and ${isRecent(kind, '$3')}`;

/**
 * $1 the person, $2 the case, $3 the objection's text, $4 now, $5 the deadline of the decision. Later objections to the
 * case are ignored.
 */
const write = (kind: Kind): string => `
  insert into objection (user_id, ${kind}_id, text, created_at, decide_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing`;

/** $1 the person, $2 the case. */
const read = (kind: Kind): string =>
  `select * from objection where user_id = $1 and ${kind}_id = $2`;

/** @throws Refusal not_objectable when this person has no such refusal, or it is too old */
export const object: Handler<typeof calls.object> = (context, { userId }, input) => {
  const { db, now, visitor } = context;
  const { kind, id, text } = input;
  const make = async (transaction: Database) => {
    await assertNotDeleted(transaction, userId);
    if ((await transaction.query(findCase(kind), [userId, id, now])).rowCount) {
      await transaction.query(write(kind), [userId, id, text, now, decisionDeadline(context)]);
    }
    const { rows } = await transaction.query<OwnerObjectionRow<Date>>(read(kind), [userId, id]);
    if (!rows[0]) throw new Refusal('not_objectable');
    return { objection: toObjection(rows[0], visitor.language) };
  };
  return retryOnConflict(db, () => inTransaction(db, make));
};

/**
 * Finds and locks a present block; a lifted block needs no objection. A concurrent deletion runs before or after this
 * transaction.
 */
const LOCK_BLOCK = `
  select blocked_at::text from account
  where user_id = $1 and deleted_at is null
    and blocked_at > $2::timestamptz - interval '${OBJECTION_LIFETIME_MS / DAY} days'
  for key share`;

const WRITE_TO_BLOCK = `
  insert into objection (user_id, blocked_at, text, created_at, decide_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing`;

/**
 * Stores an objection to a block. A blocked person has no session, so the password proves the identity. The answer
 * reveals nothing about the account, like that of a failed log-in.
 * @throws Refusal too_many_attempts
 */
export const objectToBlock: Handler<typeof calls.objectToBlock> = async (
  context,
  _caller,
  { text, ...credentials },
) => {
  const { db, now } = context;
  const userId = await findBlocked(context, credentials);
  await inTransaction(db, async (transaction) => {
    const { rows } = await transaction.query<{ blocked_at: string }>(LOCK_BLOCK, [
      userId ?? 0n,
      now,
    ]);
    const [blocked] = rows;
    if (!blocked) return;
    const values = [userId, blocked.blocked_at, text, now, decisionDeadline(context)];
    await transaction.query(WRITE_TO_BLOCK, values);
  });
  return {};
};
