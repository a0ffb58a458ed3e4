import { goesOnline, hides, isVisibleIn, shows } from './attention.ts';
import { type Laws, law } from './law.ts';

export const connectivity: Laws = {
  lasts: {
    returned: 60_000,
    // doubles from three seconds to half a minute
    doubted: ({ attempts }) => [3_000, 6_000, 12_000, 24_000][attempts] ?? 30_000,
    asking: 15_000,
  },
  calm: ['returned'],
  laws: [
    law(
      'the server is never asked while nobody looks, but when the device is connected again',
      (run) => run.begins('askServer').length > 0,
      (run) => isVisibleIn(run) || goesOnline(run),
    ),
    law(
      'the connection is said to be back only when the server has answered, once',
      (run) => run.tells('connectivity.restored').length > 0 || run.gets('askServer'),
      (run) =>
        run.gets('askServer') &&
        run.is('returned') &&
        run.tells('connectivity.restored').length === 1,
    ),
    law(
      'what has failed is doubted, wherever the connection was thought to be good',
      (run) => run.was('good', 'returned') && run.on('connectivity.doubted'),
      (run) => run.is(run.known.isVisible ? 'doubted' : 'hidden'),
    ),
    law(
      'a device that is connected again asks at once',
      (run) => goesOnline(run),
      (run) => run.is('asking') && run.begins('askServer').length === 1,
    ),
    law(
      'no answer is a reason to doubt, and each attempt counts',
      (run) => run.loses('askServer') || run.waitedOut('asking'),
      (run) => run.is(isVisibleIn(run) ? 'doubted' : 'hidden'),
    ),
    law(
      'each attempt makes the next wait longer, and a calm minute forgets them',
      (run) => run.past.length > 0,
      (run) => {
        const { attempts } = run.context;
        if (run.begins('askServer').length > 0) return attempts === run.known.attempts + 1;
        return attempts === (run.waitedOut('returned') ? 0 : run.known.attempts);
      },
    ),
    law(
      'after its pause it asks, and after a calm minute all is well',
      (run) => run.waitedOut('doubted') || run.waitedOut('returned'),
      (run) => run.is(run.waitedOut('doubted') ? 'asking' : 'good'),
    ),
    law(
      'whoever looks again has it asked',
      (run) => run.was('hidden') && shows(run),
      (run) => run.is('asking') && run.context.isVisible,
    ),
    law(
      'when nobody looks any more it waits',
      (run) => run.was('doubted', 'asking') && hides(run),
      (run) => run.is('hidden') && !run.context.isVisible,
    ),
    law(
      'who is looking is known at every time',
      (run) => run.on('visibility.changed'),
      (run) => run.context.isVisible === run.event.isVisible,
    ),
    law(
      'begins in doubt when something has failed before',
      (run) => run.past.length === 0,
      (run) => run.is(run.context.isDoubted ? 'doubted' : 'good'),
    ),
  ],
};
