import { getNextSnapshot, setup } from 'xstate';
import type { WithdrawalStep } from '../contract/shapes.ts';

export type PayoutEvent =
  /** somebody has to look at the request before it can be paid */
  | { type: 'review.began' }
  | { type: 'review.passed' }
  | { type: 'request.rejected' }
  /** its person wants the money back before anybody has approved it */
  | { type: 'request.cancelled' }
  /** paid by the operator's own means, one by one */
  | { type: 'request.paid' }
  /** it stands in a batch, whose file goes to whoever pays */
  | { type: 'batch.exported' }
  /** the batch is taken back before anything of it was reported */
  | { type: 'batch.cancelled' }
  | { type: 'payout.confirmed' }
  | { type: 'payout.failed' }
  /** the bank of the person sent it back, however much later */
  | { type: 'payout.returned' };

/**
 * A withdrawal from its request to its end. Money leaves with `paid` alone, and is back with
 * `rejected`, `failed` and `returned`; what stands in a batch is paid or fails, or is pending
 * again when the batch is cancelled.
 */
export const payoutMachine = setup({ types: {} as { events: PayoutEvent } }).createMachine({
  id: 'payout',
  initial: 'pending',
  states: {
    pending: {
      on: {
        'review.began': 'in_review',
        'request.rejected': 'rejected',
        'request.cancelled': 'rejected',
        'request.paid': 'paid',
        'batch.exported': 'processing',
      },
    },
    in_review: {
      on: {
        'review.passed': 'pending',
        'request.rejected': 'rejected',
        'request.cancelled': 'rejected',
      },
    },
    processing: {
      on: { 'payout.confirmed': 'paid', 'payout.failed': 'failed', 'batch.cancelled': 'pending' },
    },
    paid: { on: { 'payout.returned': 'returned' } },
    failed: { type: 'final' },
    returned: { type: 'final' },
    rejected: { type: 'final' },
  },
});

/** Where an event leads from a step; null: it cannot happen there. */
export function nextStep(step: WithdrawalStep, type: PayoutEvent['type']): WithdrawalStep | null {
  const before = payoutMachine.resolveState({ value: step });
  if (!before.can({ type })) return null;
  return getNextSnapshot(payoutMachine, before, { type }).value;
}
