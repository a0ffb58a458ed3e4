import { type Invariants, invariant } from './invariant.ts';
import { screenDataInvariants } from './looking.parts.ts';

export const resource: Invariants = {
  invariants: [
    ...screenDataInvariants('loadValue'),
    invariant(
      'a loaded value is shown, and not outdated',
      (run) => run.gets('loadValue'),
      (run) => run.is('fresh') && run.context.value === run.event.output && !run.context.isOutdated,
    ),
    invariant(
      'an outdated value is loaded past all caches',
      (run) => run.begins('loadValue').length > 0,
      (run) => run.given('loadValue').bypassCache === run.context.isOutdated,
    ),
    invariant(
      'the shown value stays until a newer one is loaded',
      (run) => run.past.length > 0 && !run.gets('loadValue'),
      (run) =>
        run.context.value === run.known.value &&
        (run.context.isOutdated || !run.on('data.outdated')),
    ),
  ],
};
