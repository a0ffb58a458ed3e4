import { isVisibleIn, shows } from './attention.ts';
import { always, type Invariants, invariant } from './invariant.ts';

export const ticker: Invariants = {
  lasts: { beginning: 10_000, picking: 10_000, showing: 5_000, resting: 60_000 },
  calm: ['beginning', 'showing', 'resting'],
  invariants: [
    always(
      'the machine has a notice only in state showing',
      (run) => (run.context.notice !== null) === run.is('showing'),
    ),
    invariant(
      'the picked notice is shown, and counted',
      (run) => run.hasEntered('showing'),
      (run) =>
        run.gets('pickNotice') &&
        run.context.notice === run.event.output &&
        run.context.shown === run.known.shown + 1,
    ),
    invariant(
      'a notice that was closed is the last one',
      (run) =>
        run.past.some(
          (each) => each.event.type === 'close.pressed' && each.before?.value === 'showing',
        ),
      (run) => run.is('closed'),
    ),
    invariant(
      'only a press on close closes the ticker for good',
      (run) => run.hasEntered('closed'),
      (run) => run.was('showing') && run.on('close.pressed'),
    ),
    invariant(
      'a pressed close closes the ticker; a followed or expired notice leads to the pause',
      (run) =>
        run.was('showing') &&
        (run.on('close.pressed', 'notice.pressed') || run.delayEnded('showing')),
      (run) => run.is(run.on('close.pressed') ? 'closed' : 'resting'),
    ),
    invariant(
      'on a hidden page the ticker sleeps',
      (run) => !run.is('closed') && !isVisibleIn(run),
      (run) => run.is('asleep'),
    ),
    invariant(
      'a page that becomes visible begins a whole pause',
      (run) => run.was('asleep') && shows(run),
      (run) => run.is('resting'),
    ),
    invariant(
      'after each pause a notice is picked; a failure leads to the next pause',
      (run) =>
        run.delayEnded('beginning') ||
        run.delayEnded('resting') ||
        run.loses('pickNotice') ||
        run.delayEnded('picking'),
      (run) =>
        run.loses('pickNotice') || run.delayEnded('picking')
          ? run.is('resting')
          : run.is('picking') && run.given('pickNotice').shown === run.context.shown,
    ),
  ],
};
