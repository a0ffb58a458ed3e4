import type { Speed } from '../../../machines/speed.machine.ts';
import { always, type Invariants, invariant, type Run } from './invariant.ts';

const speeds = (run: Run) => run.does('setSpeed').map(({ params }) => params as Speed);

export const speed: Invariants = {
  lasts: { held: 500 },
  calm: ['held'],
  invariants: [
    always(
      'a clip that still counts is never fast',
      (run) => !run.is('fast') || run.context.isRewarded === true,
    ),
    invariant(
      'another clip, or one that counts again, begins at normal speed',
      (run) =>
        run.on('clip.known') &&
        !(run.event.isRewarded && run.event.index === run.known?.index && run.known?.isRewarded),
      (run) => run.is('normal') && run.context.isRewarded === run.event.isRewarded,
    ),
    invariant(
      'releasing the finger plays the clip at normal speed',
      (run) => run.on('hold.ended'),
      (run) => run.is('normal'),
    ),
    invariant(
      'a clip becomes fast only after it was held long enough',
      (run) => run.hasEntered('fast'),
      (run) => run.delayEnded('held') && speeds(run).at(-1)?.rate === 2,
    ),
    invariant(
      'only the clip that was fast gets its normal speed back',
      (run) => run.was('fast') && !run.is('fast'),
      (run) =>
        speeds(run).length === 1 &&
        speeds(run)[0]?.rate === 1 &&
        speeds(run)[0]?.index === run.known?.index,
    ),
  ],
};
