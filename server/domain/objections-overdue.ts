import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { approvalLimitOf } from './approval-limits.ts';
import type { Approval } from './approved-alone.ts';
import { writeAudit } from './audit.ts';
import { Refusal } from './context.ts';
import { decideObjection, lockOpenObjection } from './objection-decisions.ts';

/** Author of decisions that no operator made. */
const NOBODY = 'nobody';
const DECISION = { isUpheld: true, answer: 'not_answered' } as const;

/**
 * Thrown where the objection waits for operators: its amount needs two of them, or an operator may have given the
 * amount back already.
 */
class NeedsOperator extends Error {}

/**
 * Returns the limit for decisions without an operator: the limit that applies to the operator who changed it last. So
 * an operator cannot raise the limit and wait for the deadline instead of a second operator.
 */
async function automaticDecisionLimit(db: Database): Promise<Approval> {
  const { rows } = await db.query<{ who: string | null }>(
    'select who from approval_limit order by change_id desc limit 1',
  );
  const { above } = await approvalLimitOf(db, rows[0]?.who ?? NOBODY);
  return { who: NOBODY, above };
}

async function decide(db: Database, id: bigint, now: Date): Promise<void> {
  const objection = await lockOpenObjection(db, id);
  // since the list was read, an operator has decided the objection or named a ground
  if (!objection || objection.ground || objection.decide_at > now) return;
  const { amount, given_since: given } = objection;
  if (given !== null && amount !== null && given >= amount) throw new NeedsOperator();
  const decision = { ...DECISION, approval: await automaticDecisionLimit(db) };
  // a deadline does not count as the second operator
  const unprepared = { ...objection, prepared_by: null };
  if (await decideObjection(db, unprepared, decision, now)) throw new NeedsOperator();
  const what = { user_id: Number(objection.user_id), objection: Number(id) };
  await writeAudit(db, { who: NOBODY, action: 'objection ran out', what }, now);
}

/**
 * Decides unanswered objections in favour of the person after their deadline, each in its own transaction: a failure
 * does not stop the other decisions.
 */
export async function decideOverdueObjections(db: Database, now: Date): Promise<void> {
  const { rows } = await db.query<{ objection_id: bigint }>(
    `select objection_id from objection
     where decided_at is null and ground is null and decide_at <= $1 order by decide_at`,
    [now],
  );
  const failures: unknown[] = [];
  for (const { objection_id: id } of rows) {
    const run = () => inTransaction(db, (transaction) => decide(transaction, id, now));
    await retryOnConflict(db, run).catch((error: unknown) => {
      // a Refusal: the funds do not cover the amount
      if (!(error instanceof NeedsOperator || error instanceof Refusal)) failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}
