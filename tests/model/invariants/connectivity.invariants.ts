import { goesOnline, hides, isVisibleIn, shows } from './attention.ts';
import { type Invariants, invariant } from './invariant.ts';

export const connectivity: Invariants = {
  lasts: {
    returned: 60_000,
    // doubles from three seconds to half a minute
    doubted: ({ attempts }) => [3_000, 6_000, 12_000, 24_000][attempts] ?? 30_000,
    asking: 15_000,
  },
  calm: ['returned'],
  invariants: [
    invariant(
      'the server is probed only while the page is visible, or when the device goes online',
      (run) => run.begins('askServer').length > 0,
      (run) => isVisibleIn(run) || goesOnline(run),
    ),
    invariant(
      'connectivity.restored is sent once, after the server has answered',
      (run) => run.tells('connectivity.restored').length > 0 || run.gets('askServer'),
      (run) =>
        run.gets('askServer') &&
        run.is('returned') &&
        run.tells('connectivity.restored').length === 1,
    ),
    invariant(
      'a failed call puts a good connection in doubt',
      (run) => run.was('good', 'returned') && run.on('connectivity.doubted'),
      (run) => run.is(run.known.isVisible ? 'doubted' : 'hidden'),
    ),
    invariant(
      'a device that goes online probes the server at once',
      (run) => goesOnline(run),
      (run) => run.is('asking') && run.begins('askServer').length === 1,
    ),
    invariant(
      'a probe without an answer leaves the connection in doubt',
      (run) => run.loses('askServer') || run.delayEnded('asking'),
      (run) => run.is(isVisibleIn(run) ? 'doubted' : 'hidden'),
    ),
    invariant(
      'each attempt is counted, and a minute without failures resets the count',
      (run) => run.past.length > 0,
      (run) => {
        const { attempts } = run.context;
        if (run.begins('askServer').length > 0) return attempts === run.known.attempts + 1;
        return attempts === (run.delayEnded('returned') ? 0 : run.known.attempts);
      },
    ),
    invariant(
      'after its delay the server is probed, and after a minute without failures the connection is good',
      (run) => run.delayEnded('doubted') || run.delayEnded('returned'),
      (run) => run.is(run.delayEnded('doubted') ? 'asking' : 'good'),
    ),
    invariant(
      'a page that becomes visible probes the server',
      (run) => run.was('hidden') && shows(run),
      (run) => run.is('asking') && run.context.isVisible,
    ),
    invariant(
      'probing stops while the page is hidden',
      (run) => run.was('doubted', 'asking') && hides(run),
      (run) => run.is('hidden') && !run.context.isVisible,
    ),
    invariant(
      'each change of visibility is stored',
      (run) => run.on('visibility.changed'),
      (run) => run.context.isVisible === run.event.isVisible,
    ),
    invariant(
      'the machine begins in doubt if a call has failed before',
      (run) => run.past.length === 0,
      (run) => run.is(run.context.isDoubted ? 'doubted' : 'good'),
    ),
  ],
};
