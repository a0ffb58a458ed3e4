import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { limitOf } from './approval-limits.ts';
import type { Approval } from './approved-alone.ts';
import { writeAudit } from './audit.ts';
import { Refusal } from './context.ts';
import { decideObjection, lockOpen } from './objection-decisions.ts';

/** Who decides where nobody does. */
const NOBODY = 'nobody';
const DECISION = { isUpheld: true, answer: 'not_answered' } as const;

/**
 * An amount that needs two operators, that the funds do not cover, or that an operator may have given back already:
 * it waits for them.
 */
class Waits extends Error {}

/**
 * What may be given back without an operator: what one alone may let out. Whoever set the limit last is
 * held to what held before, so that nobody reaches by waiting what needs another operator.
 */
async function limitOfNobody(db: Database): Promise<Approval> {
  const { rows } = await db.query<{ who: string | null }>(
    'select who from approval_limit order by change_id desc limit 1',
  );
  const { above } = await limitOf(db, rows[0]?.who ?? NOBODY);
  return { who: NOBODY, above };
}

async function decide(db: Database, id: bigint, now: Date): Promise<void> {
  const objection = await lockOpen(db, id);
  // somebody has decided it, or named a ground, in this very moment
  if (!objection || objection.ground || objection.decide_at > now) return;
  const { amount, given_since: given } = objection;
  if (given !== null && amount !== null && given >= amount) throw new Waits();
  const decision = { ...DECISION, approval: await limitOfNobody(db) };
  // time is no second operator
  const unprepared = { ...objection, prepared_by: null };
  if (await decideObjection(db, unprepared, decision, now)) throw new Waits();
  const what = { user_id: Number(objection.user_id), objection: Number(id) };
  await writeAudit(db, { who: NOBODY, action: 'objection ran out', what }, now);
}

/** Decides for the person what nobody has answered in time; each by itself, so that none keeps another waiting. */
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
      if (!(error instanceof Waits || error instanceof Refusal)) failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}
