import { type Invariants, invariant } from './invariant.ts';

const isOver = ({ kind, reason }: { kind: string; reason?: string }) =>
  kind === 'refused' && reason === 'link_over';

export const emailLink: Invariants = {
  invariants: [
    invariant(
      'a link is used only by a press, with its own parameters',
      (run) => run.begins('useLink').length > 0,
      (run) =>
        run.on('link.pressed') &&
        run.known.link !== null &&
        JSON.stringify(run.given('useLink')) === JSON.stringify(run.known.link),
    ),
    invariant(
      'a press sends the link at once, one call at a time',
      (run) => run.was('asking', 'refused') && run.on('link.pressed'),
      (run) => run.is('sending') && run.begins('useLink').length === 1,
    ),
    invariant(
      'the link is read once, and a page without a link does nothing',
      (run) => run.gets('takeLink'),
      (run) =>
        run.is(run.event.output === null ? 'missing' : 'asking') &&
        run.context.link === run.event.output &&
        run.began('takeLink').length === 1,
    ),
    invariant(
      'the result is stored, and the session of this device is checked once',
      (run) => run.gets('useLink') || run.does('checkSession').length > 0,
      (run) =>
        run.gets('useLink') &&
        run.is('done') &&
        run.context.used === run.event.output &&
        run.does('checkSession').length === 1,
    ),
    invariant(
      'an expired link is shown as expired',
      (run) => run.loses('useLink') && isOver(run.event.error),
      (run) => run.is('over'),
    ),
    invariant(
      'any other failure is shown, and the link can be pressed again',
      (run) => run.loses('useLink') && !isOver(run.event.error),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
  ],
};
