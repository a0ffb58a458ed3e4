import type { WithdrawalStep } from '../../contract/shapes.ts';
import type { PayoutEvent } from '../../machines/payout.machine.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { createBatch } from '../../server/domain/payout-batches.ts';
import { cancelBatch } from '../../server/domain/payout-cancel.ts';
import { holdForReview, releaseFromReview } from '../../server/domain/payout-steps.ts';
import {
  approveWithdrawal,
  confirmPayout,
  failPayout,
  rejectWithdrawal,
  returnPayout,
} from '../../server/domain/settlement.ts';
import { cancelWithdrawal } from '../../server/domain/withdrawal-cancel.ts';
import { domain } from './domain.setup.ts';
import { requestWithdrawal } from './payout.support.ts';

/** Puts all pending requests into a batch. */
export const sendOn = (db: Database) =>
  createBatch(
    db,
    { method: 'gcash', format: 'csv', limit: null, approval: { who: 'bo', above: 0n } },
    () => Buffer.from('a file'),
    domain.now(),
  );
export const send = () => sendOn(domain.pool);
export const HOUR = 3_600_000;
export const inAnHour = () => new Date(domain.now().getTime() + HOUR);

/** Cancels the batch of a request. */
async function cancel(id: number): Promise<unknown> {
  const { rows } = await domain.pool.query<{ batch_id: bigint | null }>(
    'select batch_id from withdrawal where withdrawal_id = $1',
    [id],
  );
  const batchId = rows[0]?.batch_id;
  if (!batchId) return null;
  return inTransaction(domain.pool, (db) => cancelBatch(db, batchId, domain.now()));
}

/** Cancels the request as its member. */
async function cancelAsMember(id: number): Promise<unknown> {
  const { rows } = await domain.pool.query<{ user_id: bigint }>(
    'select user_id from withdrawal where withdrawal_id = $1',
    [id],
  );
  const caller = { userId: rows[0]?.user_id ?? 0n, token: '' };
  return cancelWithdrawal(domain.context(), caller, { id });
}

/** Functions that cause the events of a request. */
export const causes: Record<PayoutEvent['type'], (id: number) => Promise<unknown>> = {
  'review.began': (id) =>
    holdForReview(domain.pool, id, { dueAt: inAnHour(), needsDecision: false }, domain.now()),
  'review.passed': (id) => releaseFromReview(domain.pool, id, domain.now()),
  'request.rejected': (id) => rejectWithdrawal(domain.pool, id, 'no', domain.now()),
  'request.cancelled': cancelAsMember,
  'request.paid': (id) => approveWithdrawal(domain.pool, id, domain.now()),
  'batch.exported': send,
  'batch.cancelled': cancel,
  'payout.confirmed': (id) => confirmPayout(domain.pool, id, domain.now()),
  'payout.failed': (id) => failPayout(domain.pool, id, 'closed', domain.now()),
  'payout.returned': (id) => returnPayout(domain.pool, id, 'unknown', domain.now()),
};
export const eventTypes = Object.keys(causes) as PayoutEvent['type'][];

/** The events that lead to each step. */
const ways: Record<WithdrawalStep, readonly PayoutEvent['type'][]> = {
  pending: [],
  in_review: ['review.began'],
  processing: ['batch.exported'],
  paid: ['request.paid'],
  failed: ['batch.exported', 'payout.failed'],
  returned: ['batch.exported', 'payout.confirmed', 'payout.returned'],
  rejected: ['review.began', 'request.rejected'],
};

/** Adds a user who has 10 and requests 4, and brings the request to the given step. */
export async function requestAt(step: WithdrawalStep): Promise<{ user: Caller; id: number }> {
  const user = await domain.user();
  const id = await requestWithdrawal(domain, user, '4');
  for (const happening of ways[step]) await causes[happening](id);
  return { user, id };
}

export async function walletOf({ userId }: Caller) {
  const { rows } = await domain.pool.query(
    'select available, held, debited, debt from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}

export async function stepOf(id: number): Promise<WithdrawalStep> {
  const { rows } = await domain.pool.query('select step from withdrawal where withdrawal_id = $1', [
    id,
  ]);
  return rows[0].step;
}
