import { isVisibleIn } from './attention.ts';
import { type Invariant, invariant, isOn, type Run } from './invariant.ts';

const sent = (run: Run) =>
  run.began('cancelWithdrawal').map(({ input }) => input as { id: number; key: string });

/** Invariants of cancelling a request before it is approved. */
export const cancellationInvariants: readonly Invariant[] = [
  invariant(
    'cancelling is offered only for a withdrawal that nobody has approved',
    (run) => run.on('cancellation.pressed') && run.was('pending.waiting', 'pending.checking'),
    (run) => {
      const { step, status } = run.known.withdrawal;
      return run.is('pending.asking') === ['pending', 'in_review'].includes(step ?? status);
    },
  ),
  invariant(
    'only a confirmed press cancels, and only the withdrawal that is shown',
    (run) => run.begins('cancelWithdrawal').length > 0,
    (run) =>
      run.on('cancellation.confirmed') &&
      run.was('pending.asking') &&
      sent(run).every(({ id }) => id === run.context.withdrawal.id),
  ),
  invariant(
    'all attempts of one cancellation have the same key, another cancellation has another key',
    (run) => run.begins('cancelWithdrawal').length > 0 && sent(run).length > 1,
    (run) => {
      const [before, now] = sent(run).slice(-2);
      const last = run.past.findLastIndex(({ began }) =>
        began.some(({ src }) => src === 'cancelWithdrawal'),
      );
      const isAnother = run.moments.slice(last + 1).some(isOn('cancellation.pressed'));
      return (before?.key === now?.key) === !isAnother;
    },
  ),
  invariant(
    'a cancellation is sent to the root once, with the new balance',
    (run) => run.gets('cancelWithdrawal'),
    (run) => {
      const told = run.tells('withdrawal.settled');
      const { withdrawal, balance } = run.event.output;
      return (
        run.is('givenBack') &&
        told.length === 1 &&
        told[0]?.ending === 'cancelled' &&
        told[0]?.balance === balance &&
        run.context.withdrawal === withdrawal
      );
    },
  ),
  invariant(
    'after a failure without an answer the cancellation can be sent again; a refusal is final',
    (run) => run.loses('cancelWithdrawal'),
    (run) =>
      run.is(run.event.error.kind === 'refused' ? 'pending.refused' : 'pending.asking') &&
      run.context.failure.kind === run.event.error.kind &&
      run.context.attempt === run.known.attempt &&
      run.now.told.length === 0,
  ),
  invariant(
    'leaving the dialog sends nothing, and loads the state of the withdrawal',
    (run) => run.on('cancellation.left') && run.was('pending.asking', 'pending.refused'),
    (run) =>
      run.begins('cancelWithdrawal').length === 0 &&
      run.context.failure === null &&
      run.is(isVisibleIn(run) ? 'pending.checking' : 'pending.hidden'),
  ),
];
