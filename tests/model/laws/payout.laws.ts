import { always, type Laws, law } from './law.ts';

const open = ['pending', 'in_review', 'processing'];
const back = ['failed', 'returned', 'rejected'];

/** The steps of a withdrawal, written down once more: who may come from where, and by what. */
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

export const payout: Laws = {
  laws: [
    law(
      'what has come back never leaves again',
      (run) => run.was(...back),
      (run) => run.now.after.value === run.now.before?.value,
    ),
    law(
      'money that has left comes back only when the bank returns it',
      (run) => run.was('paid'),
      (run) => run.is(run.on('payout.returned') ? 'returned' : 'paid'),
    ),
    law(
      'what stands in a batch is paid or fails, or waits again once the batch is cancelled',
      (run) => run.was('processing'),
      (run) =>
        run.on('batch.cancelled') ? run.is('pending') : run.is('processing', 'paid', 'failed'),
    ),
    law(
      'nothing is paid that waits for a look',
      (run) => run.was('in_review'),
      (run) => !run.is('paid', 'processing'),
    ),
    law(
      'each step leads where it should, and no other leads anywhere',
      (run) => run.past.length > 0,
      (run) => {
        const before = String(run.now.before?.value);
        return run.now.after.value === (ways[before]?.[run.event.type] ?? before);
      },
    ),
    always('a withdrawal begins as a request', (run) => run.past.length > 0 || run.is('pending')),
    always(
      'ends only where money is back',
      (run) => (run.now.after.status === 'done') === !run.is(...open, 'paid'),
    ),
  ],
};
