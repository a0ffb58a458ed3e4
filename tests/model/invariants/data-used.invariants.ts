import { dataUsed as model } from '../models.device.ts';
import { hides, shows } from './attention.ts';
import { type Invariants, invariant, isOn, type Run } from './invariant.ts';

const fetched = (run: Run) =>
  run.moments.filter(isOn('bytes.fetched')).reduce((sum, { event }) => sum + event.bytes, 0);
/** Returns the sum of the bytes that successful calls have stored. */
const added = (run: Run) => {
  let bytes = 0;
  let sum = 0;
  for (const { event, began } of run.moments) {
    if (event.type === 'xstate.done.actor.addBytes') sum += bytes;
    for (const { input } of began.filter(({ src }) => src === 'addBytes')) {
      bytes = (input as { bytes: number }).bytes;
    }
  }
  return sum;
};

/** A model with the smallest number of bytes. */
const byBytes = {
  ...model,
  events: [{ type: 'bytes.fetched', bytes: 1 }, ...model.events.slice(1)],
};

export const dataUsed: Invariants = {
  runs: [byBytes],
  lasts: { adding: 5_000, gathering: 2_000 },
  calm: ['gathering'],
  invariants: [
    invariant(
      'every fetched byte is stored once, or is not stored yet',
      (run) => run.past.length > 0,
      (run) => run.context.uncounted + added(run) === fetched(run),
    ),
    invariant(
      'all uncounted bytes are stored at once',
      (run) => run.begins('addBytes').length > 0,
      (run) =>
        run
          .begins('addBytes')
          .every(({ input }) => (input as { bytes: number }).bytes === run.context.uncounted),
    ),
    invariant(
      'the shown sum is the stored one',
      (run) => run.gets('addBytes'),
      (run) => run.context.used === run.event.output && run.context.adding === 0,
    ),
    invariant(
      'bytes that could not be stored are retried, and not lost',
      (run) => run.loses('addBytes') || run.delayEnded('adding'),
      (run) => run.is('gathering') && run.context.uncounted === run.known.uncounted,
    ),
    invariant(
      'no byte is uncounted in state resting',
      (run) => run.is('resting'),
      (run) => run.context.uncounted === 0,
    ),
    invariant(
      'gathered bytes are stored after a delay or when the page is hidden; a page that becomes visible reads the sum',
      (run) =>
        run.delayEnded('gathering') ||
        (run.was('gathering') && hides(run)) ||
        (run.was('resting') && shows(run)),
      (run) => run.is('adding') && run.begins('addBytes').length === 1,
    ),
  ],
};
