import { isVisibleIn, shows } from './attention.ts';
import { always, type Laws, law } from './law.ts';

export const ticker: Laws = {
  lasts: { beginning: 10_000, picking: 10_000, showing: 5_000, resting: 60_000 },
  calm: ['beginning', 'showing', 'resting'],
  laws: [
    always(
      'a notice is there only while it is shown',
      (run) => (run.context.notice !== null) === run.is('showing'),
    ),
    law(
      'what is shown is what was picked, and it counts',
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
      'nothing but that press closes it for good',
      (run) => run.comesTo('closed'),
      (run) => run.was('showing') && run.on('close.pressed'),
    ),
    law(
      'a notice is closed at a press, rests when it was followed, and leaves after its time',
      (run) =>
        run.was('showing') &&
        (run.on('close.pressed', 'notice.pressed') || run.waitedOut('showing')),
      (run) => run.is(run.on('close.pressed') ? 'closed' : 'resting'),
    ),
    law(
      'while nobody looks nothing is shown, and no time passes',
      (run) => !run.is('closed') && !isVisibleIn(run),
      (run) => run.is('asleep'),
    ),
    law(
      'whoever looks again waits a whole pause',
      (run) => run.was('asleep') && shows(run),
      (run) => run.is('resting'),
    ),
    law(
      'one is picked after each pause, unlike those before; nothing to say bothers nobody',
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
