import type { Database } from '../database/database.ts';
import { countSoloPayments, type Obstacle } from './approvals.ts';
import type { Approval } from './approved-alone.ts';
import { clearBlock } from './blocks.ts';
import { Unavailable } from './context.ts';
import { correctBalance } from './corrections.ts';
import { queueMail } from './mail-queue.ts';
import { queuePush } from './push-queue.ts';
import { endLinksOfBlocked } from './reset-links.ts';

export interface ObjectionRow {
  readonly objection_id: bigint;
  readonly user_id: bigint;
  readonly username: string;
  /** exactly one of the three is set */
  readonly withdrawal_id: bigint | null;
  readonly correction_id: bigint | null;
  readonly blocked_at: Date | null;
  /** 1/10,000 units; the requested or taken amount; null: the objection is to a block */
  readonly amount: bigint | null;
  /**
   * 1/10,000 units; the sum given by hand since the correction, without the amounts of upheld objections; null: no
   * correction
   */
  readonly given_since: bigint | null;
  /** the stored reason of the refusal; null: the objection is to a block */
  readonly refused_for: string | null;
  readonly text: string;
  readonly created_at: Date;
  readonly decide_at: Date;
  readonly ground: 'law' | 'fraud_review' | null;
  readonly prepared_by: string | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly is_upheld: boolean | null;
  readonly answer: string | null;
}

/** SQL: the sum that operators have given by hand since the correction: they may have reversed it already. */
const GIVEN_SINCE = `
  case when objection.correction_id is not null then ((
    select coalesce(sum(given.amount), 0) from correction as given
    where given.user_id = objection.user_id and given.amount > 0
      and given.created_at >= correction.created_at
  ) - (
    select coalesce(sum(-taken.amount), 0) from objection as upheld
    join correction as taken on taken.user_id = upheld.user_id
      and taken.correction_id = upheld.correction_id
    where upheld.user_id = objection.user_id and upheld.is_upheld
      and upheld.decided_at >= correction.created_at
  ))::bigint end as given_since`;

/**
 * SQL: objections with their withdrawals or corrections.
 * @param objections SQL of rows of `objection`, under that name
 */
export const readObjections = (objections: string): string => `
  select objection.*, username, coalesce(withdrawal.amount, -correction.amount) as amount, ${GIVEN_SINCE},
    coalesce(withdrawal.reason, correction.reason) as refused_for
  from ${objections}
  join account using (user_id)
  left join withdrawal on withdrawal.user_id = objection.user_id
    and withdrawal.withdrawal_id = objection.withdrawal_id
  left join correction on correction.user_id = objection.user_id
    and correction.correction_id = objection.correction_id`;

export async function findObjection(db: Database, id: bigint): Promise<ObjectionRow | null> {
  const { rows } = await db.query<ObjectionRow>(
    `${readObjections('objection')} where objection_id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Locks an open objection. If it is to a block, ends the links of the blocked account first. Then locks the account,
 * for which a concurrent deletion waits; a deletion locks in the same order.
 * @returns null: the objection is decided, or its account deleted
 */
export async function lockOpenObjection(db: Database, id: bigint): Promise<ObjectionRow | null> {
  const found = await findObjection(db, id);
  if (!found) return null;
  if (found.blocked_at) await endLinksOfBlocked(db, found.user_id);
  await db.query('select from account where user_id = $1 for no key update', [found.user_id]);
  const { rowCount } = await db.query(
    `select from objection where user_id = $1 and objection_id = $2 and decided_at is null for update`,
    [found.user_id, id],
  );
  return rowCount === 1 ? findObjection(db, id) : null;
}

export interface Decision {
  readonly isUpheld: boolean;
  /** the text for the person */
  readonly answer: string;
  /** the deciding operator, with the limit for one operator */
  readonly approval: Approval;
}

/**
 * Reverses the refusal: gives the amount back by a new correction, or lifts the block. A rejected withdrawal's amount
 * is back in the balance already.
 * @throws Refusal paused_by_operator when the funds do not cover the amount
 * @returns the rule that demands a second operator: no amount was added; null: the refusal is reversed
 */
async function reverseRefusal(
  db: Database,
  objection: ObjectionRow,
  { approval, answer }: Decision,
  now: Date,
): Promise<Obstacle | null> {
  const { user_id, blocked_at, correction_id, amount, prepared_by } = objection;
  if (blocked_at) await clearBlock(db, user_id, blocked_at);
  if (!correction_id || !amount) return null;
  const isPrepared = prepared_by !== null && prepared_by !== approval.who;
  const obstacle = isPrepared
    ? null
    : await countSoloPayments(db, approval, [{ user_id, amount }], now);
  if (!obstacle) await correctBalance(db, user_id, { amount, reason: answer }, now);
  return obstacle;
}

/** $1 the person, $2 the objection, $3 now, $4 the operator, $5 whether it is upheld, $6 the answer. */
const DECIDE = `
  with decided as (
    update objection set decided_at = $3, decided_by = $4, is_upheld = $5, answer = $6
    where user_id = $1 and objection_id = $2 returning objection_id
  )
  ${queuePush(
    `select $1::bigint as user_id, 'objection:' || objection_id as occasion,
       'objection_decided' as kind,
       jsonb_build_object('upheld', $5::boolean, 'reason', $6::text)::text as detail
     from decided`,
    '$3',
  )}`;

/**
 * Queues a mail, also for blocked people, whom no push reaches. Where mails are not set up, the mail is deleted after a
 * day.
 */
async function mailDecision(
  db: Database,
  userId: bigint,
  said: { readonly upheld: boolean; readonly reason: string },
  now: Date,
): Promise<void> {
  const mail = { kind: 'objection', userId, detail: JSON.stringify(said) } as const;
  await queueMail(db, mail, now).catch((error: unknown) => {
    // a full queue of mails must not stop the decision
    if (!(error instanceof Unavailable)) throw error;
  });
}

/**
 * Decides an objection from `lockOpenObjection`, in the same transaction.
 * @throws Refusal paused_by_operator
 * @returns the rule that demands a second operator: roll back; null: the objection is decided
 */
export async function decideObjection(
  db: Database,
  objection: ObjectionRow,
  decision: Decision,
  now: Date,
): Promise<Obstacle | null> {
  const { isUpheld, answer, approval } = decision;
  const obstacle = isUpheld ? await reverseRefusal(db, objection, decision, now) : null;
  if (obstacle) return obstacle;
  const { user_id, objection_id } = objection;
  await db.query(DECIDE, [user_id, objection_id, now, approval.who, isUpheld, answer]);
  await mailDecision(db, user_id, { upheld: isUpheld, reason: answer }, now);
  return null;
}
