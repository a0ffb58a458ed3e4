import { always, type Invariants, invariant } from './invariant.ts';

const open = ['pending', 'in_review', 'processing'];
const back = ['failed', 'returned', 'rejected'];

/** The transitions of a withdrawal's steps, written a second time: step, event, next step. */
const ways: Record<string, Record<string, string>> = {
  pending: {
    'review.began': 'in_review',
    'request.rejected': 'rejected',
    'request.cancelled': 'rejected',
    'request.paid': 'paid',
    'batch.exported': 'processing',
  },
  in_review: {
    'review.passed': 'pending',
    'request.rejected': 'rejected',
    'request.cancelled': 'rejected',
  },
  processing: {
    'payout.confirmed': 'paid',
    'payout.failed': 'failed',
    'batch.cancelled': 'pending',
  },
  paid: { 'payout.returned': 'returned' },
};

export const payout: Invariants = {
  invariants: [
    invariant(
      'a failed, returned or rejected withdrawal never changes again',
      (run) => run.was(...back),
      (run) => run.now.after.value === run.now.before?.value,
    ),
    invariant(
      'a paid withdrawal changes only when the bank returns it',
      (run) => run.was('paid'),
      (run) => run.is(run.on('payout.returned') ? 'returned' : 'paid'),
    ),
    invariant(
      'a withdrawal in a batch is paid or fails, or is pending again once the batch is cancelled',
      (run) => run.was('processing'),
      (run) =>
        run.on('batch.cancelled') ? run.is('pending') : run.is('processing', 'paid', 'failed'),
    ),
    invariant(
      'a withdrawal in review is neither paid nor processed',
      (run) => run.was('in_review'),
      (run) => !run.is('paid', 'processing'),
    ),
    invariant(
      'each event leads to its step, and any other event changes nothing',
      (run) => run.past.length > 0,
      (run) => {
        const before = String(run.now.before?.value);
        return run.now.after.value === (ways[before]?.[run.event.type] ?? before);
      },
    ),
    always('a withdrawal begins as pending', (run) => run.past.length > 0 || run.is('pending')),
    always(
      'the machine ends only at failed, returned or rejected',
      (run) => (run.now.after.status === 'done') === !run.is(...open, 'paid'),
    ),
  ],
};
