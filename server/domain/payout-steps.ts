import type { Withdrawal, WithdrawalStep } from '../../contract/shapes.ts';
import { withdrawalSteps } from '../../contract/withdrawal-shapes.ts';
import { nextStep, type PayoutEvent } from '../../machines/payout.machine.ts';
import type { Database } from '../database/database.ts';
import { whyHeld } from './first-payments.ts';
import type { Review } from './review/review.ts';

/** An event of a withdrawal; payoutMachine defines its target. */
type PayoutEventType = PayoutEvent['type'];

/** A request or a batch cannot be settled or changed as wanted; the message gives the reason. */
export class SettlementError extends Error {
  override readonly name = 'SettlementError';
}

/** The source steps of an event, and its target step. */
export interface Move {
  readonly from: readonly WithdrawalStep[];
  readonly to: WithdrawalStep;
}

export function transitionOf(eventType: PayoutEventType): Move {
  const from = withdrawalSteps.filter((step) => nextStep(step, eventType) !== null);
  const to = from[0] && nextStep(from[0], eventType);
  if (!to) throw new Error(`nothing leads on by ${eventType}`);
  return { from, to };
}

/** Part of an update of `withdrawal`: sets the step `to`, which is SQL. */
export const takeStep = (to: string): string => `
  previous_step = withdrawal.step, step = ${to}, step_number = withdrawal.step_number + 1`;

/** Part of the same statement: stores the transitions of the rows of `taken`. */
export const writeSteps = (taken: string, now: string): string => `
  insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
  select user_id, withdrawal_id, step_number, previous_step, step, ${now} from ${taken}`;

/** SQL: whether the user of a row of `withdrawal` is blocked, and must not be paid. */
export const IS_BLOCKED = `exists (
    select 1 from account where account.user_id = withdrawal.user_id and blocked_at is not null
  )`;

/** SQL of a column `taken`: the transitions of a row of `withdrawal`, the oldest first. */
export const STEPS_TAKEN = `(
    select coalesce(jsonb_agg(jsonb_build_object('step', to_step, 'at', at) order by number), '[]')
    from withdrawal_step as one
    where one.user_id = withdrawal.user_id and one.withdrawal_id = withdrawal.withdrawal_id
  ) as taken`;

/** An entry of `STEPS_TAKEN`. */
export interface TakenStep {
  readonly step: WithdrawalStep;
  readonly at: string;
}

/**
 * The steps of a withdrawal as its owner sees them, from the request on. A cancelled batch is left out, because no
 * money was sent.
 */
export function stepHistoryOf(createdAt: Date, taken: readonly TakenStep[]): Withdrawal['steps'] {
  const isCancelled = (at: number) =>
    taken[at]?.step === 'processing' && taken[at + 1]?.step === 'pending';
  const told = taken.filter((_, at) => !isCancelled(at) && !isCancelled(at - 1));
  const later = told.map(({ step, at }) => ({ step, at: new Date(at).toISOString() }));
  return [{ step: 'pending', at: createdAt.toISOString() }, ...later];
}

/** Locks the wallets of people in a fixed order. Call it before settling several withdrawals in one transaction. */
export async function lockWallets(
  db: Database,
  people: readonly { readonly user_id: bigint }[],
): Promise<void> {
  await db.query('select lock_wallets($1)', [people.map(({ user_id }) => user_id)]);
}

interface RefusedRow {
  readonly step: WithdrawalStep;
  readonly batch_id: bigint | null;
  readonly username: string;
  readonly is_blocked: boolean;
  readonly cancelled: boolean;
}

/**
 * Throws the reason why a step is impossible.
 * @param paidAt intended time of the payment; missing: it is not a payment
 * @throws SettlementError always
 */
export async function throwStepError(
  db: Database,
  id: number,
  eventType: PayoutEventType,
  paidAt?: Date,
): Promise<never> {
  const { rows } = await db.query<RefusedRow>(
    `select step, batch_id, username, blocked_at is not null as is_blocked, cancelled
     from withdrawal join account using (user_id) where withdrawal_id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new SettlementError(`there is no withdrawal ${id}`);
  const { step, batch_id, username, is_blocked, cancelled } = row;
  if (nextStep(step, eventType)) {
    if (is_blocked && eventType === 'request.paid') {
      throw new SettlementError(
        `withdrawal ${id} is of ${username}, who is blocked: unblock the user first, or reject the withdrawal`,
      );
    }
    const held = paidAt && eventType === 'request.paid' ? await whyHeld(db, id, paidAt) : null;
    if (held) throw new SettlementError(held);
    throw new SettlementError(
      eventType === 'request.paid'
        ? `withdrawal ${id} needs two operators: one prepares it, another one approves it`
        : `withdrawal ${id} has changed in the meantime: look at the withdrawal again`,
    );
  }
  if (cancelled) throw new SettlementError(`withdrawal ${id} was cancelled by its person already`);
  const where = step === 'processing' ? `in batch ${batch_id}` : STANDING[step];
  throw new SettlementError(`withdrawal ${id} is ${where}`);
}

const STANDING: Readonly<Record<Exclude<WithdrawalStep, 'processing'>, string>> = {
  pending: 'pending',
  in_review: 'in review',
  paid: 'paid already',
  failed: 'failed already',
  returned: 'returned already',
  rejected: 'rejected already',
};

/**
 * $1 the request, $2 its allowed steps, $3 its next step, $4 the end of the review, $5 now, $6 whether only a decision
 * ends the review, $7 the request's person.
 */
const REVIEW = `
  with stepped as (
    update withdrawal set ${takeStep('$3')}, review_due_at = $4, needs_decision = $6
    where user_id = $7 and withdrawal_id = $1 and step = any($2) returning withdrawal.*
  ),
  history as (${writeSteps('stepped', '$5')})
  select 1 from stepped`;

async function review(
  db: Database,
  id: number,
  eventType: 'review.began' | 'review.passed',
  held: Review | null,
  now: Date,
): Promise<void> {
  const { from, to } = transitionOf(eventType);
  const owner = await db.query<{ user_id: bigint }>(
    'select user_id from withdrawal where withdrawal_id = $1',
    [id],
  );
  const { rowCount } = await db.query(REVIEW, [
    ...[id, from, to, held?.dueAt ?? null, now],
    ...[held?.needsDecision ?? false, owner.rows[0]?.user_id ?? null],
  ]);
  if (rowCount !== 1) await throwStepError(db, id, eventType);
}

/**
 * Begins the review of a pending request: it cannot be paid before the review passes; its amount stays held.
 * @param held end of the review; the person sees it, unless only a decision ends the review
 * @throws SettlementError when the request is not pending
 */
export const holdForReview = (db: Database, id: number, held: Review, now: Date): Promise<void> =>
  review(db, id, 'review.began', held, now);

/**
 * Ends the review: the request is pending again and may be paid.
 * @throws SettlementError when the request is not in review
 */
export const releaseFromReview = (db: Database, id: number, now: Date): Promise<void> =>
  review(db, id, 'review.passed', null, now);
