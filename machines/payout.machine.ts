import { getNextSnapshot, setup } from 'xstate';
import type { WithdrawalStep } from '../contract/shapes.ts';

export type PayoutEvent =
  /** an operator has to review the request before it can be paid */
  | { type: 'review.began' }
  | { type: 'review.passed' }
  | { type: 'request.rejected' }
  /** the user has cancelled the request before its approval */
  | { type: 'request.cancelled' }
  /** paid individually by the operator's own means */
  | { type: 'request.paid' }
  /** the request is in a batch, whose file goes to the payer */
  | { type: 'batch.exported' }
  /** the batch is cancelled before any of its results was reported */
  | { type: 'batch.cancelled' }
  | { type: 'payout.confirmed' }
  | { type: 'payout.failed' }
  /** the user's bank has returned the amount, at any time after the payment */
  | { type: 'payout.returned' };

/**
 * The transition table of a withdrawal's steps. The withdrawal is paid only in the step `paid`; the
 * amount is returned in `rejected`, `failed` and `returned`. A withdrawal in a batch is paid or
 * fails, or is pending again when the batch is cancelled.
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

/** The step after an event; null: the event cannot happen in this step. */
export function nextStep(step: WithdrawalStep, type: PayoutEvent['type']): WithdrawalStep | null {
  const before = payoutMachine.resolveState({ value: step });
  if (!before.can({ type })) return null;
  return getNextSnapshot(payoutMachine, before, { type }).value;
}
