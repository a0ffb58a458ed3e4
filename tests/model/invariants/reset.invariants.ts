import { formInvariants, refusalInvariant, sessionInvariant } from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

const isOver = (error: { kind: string; reason?: string }) =>
  error.kind === 'refused' && ['link_over', 'invalid_credentials'].includes(error.reason ?? '');

export const reset: Invariants = {
  invariants: [
    // the code from before the event, because the event deletes it
    ...formInvariants({ besides: ({ known }) => ({ code: known.code }) }),
    refusalInvariant((run) => !isOver(run.event.error)),
    invariant(
      'the code of a used link is cleared',
      (run) => run.gets('sendForm'),
      (run) => run.is('done') && run.context.code === null,
    ),
    invariant(
      'an expired link is shown as expired, and its code cleared',
      (run) => run.loses('sendForm') && isOver(run.event.error),
      (run) => run.is('over') && run.context.code === null,
    ),
    invariant(
      'any other failure keeps the code of the link',
      (run) => run.loses('sendForm') && !isOver(run.event.error),
      (run) => run.context.code === run.known.code,
    ),
    invariant(
      'the code of a link is read once, and opens the form',
      (run) => run.gets('takeCode'),
      (run) =>
        run.is(run.event.output === null ? 'missing' : 'editing') &&
        run.context.code === run.event.output &&
        run.began('takeCode').length === 1,
    ),
    invariant(
      'a page without a link sends nothing',
      (run) => run.is('missing'),
      (run) => run.context.code === null && run.began('sendForm').length === 0,
    ),
    sessionInvariant,
  ],
};
