import { isVisibleIn, shows } from './attention.ts';
import { always, type Laws, law } from './law.ts';

export const ticker: Laws = {
  lasts: { beginning: 10_000, picking: 10_000, showing: 5_000, resting: 60_000 },
  calm: ['beginning', 'showing', 'resting'],
  laws: [
    always(
      'the machine has a notice only in state showing',
      (run) => (run.context.notice !== null) === run.is('showing'),
    ),
    law(
      'the picked notice is shown, and counted',
      (run) => run.comesTo('showing'),
      (run) =>
        run.gets('pickNotice') &&
        run.context.notice === run.event.output &&
        run.context.shown === run.known.shown + 1,
    ),
    law(
      'a notice that was closed is the last one',
      (run) =>
        run.past.some(
          (each) => each.event.type === 'close.pressed' && each.before?.value === 'showing',
        ),
      (run) => run.is('closed'),
    ),
    law(
      'only a press on close closes the ticker for good',
      (run) => run.comesTo('closed'),
      (run) => run.was('showing') && run.on('close.pressed'),
    ),
    law(
      'a pressed close closes the ticker; a followed or expired notice leads to the pause',
      (run) =>
        run.was('showing') &&
        (run.on('close.pressed', 'notice.pressed') || run.waitedOut('showing')),
      (run) => run.is(run.on('close.pressed') ? 'closed' : 'resting'),
    ),
    law(
      'on a hidden page the ticker sleeps',
      (run) => !run.is('closed') && !isVisibleIn(run),
      (run) => run.is('asleep'),
    ),
    law(
      'a page that becomes visible begins a whole pause',
      (run) => run.was('asleep') && shows(run),
      (run) => run.is('resting'),
    ),
    law(
      'after each pause a notice is picked; a failure leads to the next pause',
      (run) =>
        run.waitedOut('beginning') ||
        run.waitedOut('resting') ||
        run.loses('pickNotice') ||
        run.waitedOut('picking'),
      (run) =>
        run.loses('pickNotice') || run.waitedOut('picking')
          ? run.is('resting')
          : run.is('picking') && run.given('pickNotice').shown === run.context.shown,
    ),
  ],
};
