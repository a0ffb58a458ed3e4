import type { Speed } from '../../../machines/speed.machine.ts';
import { always, type Laws, law, type Run } from './law.ts';

const speeds = (run: Run) => run.does('setSpeed').map(({ params }) => params as Speed);

export const speed: Laws = {
  lasts: { held: 500 },
  calm: ['held'],
  laws: [
    always(
      'a clip that still counts is never fast',
      (run) => !run.is('fast') || run.context.isRewarded === true,
    ),
    law(
      'another clip, or one that counts again, begins at its own speed',
      (run) =>
        run.on('clip.known') &&
        !(run.event.isRewarded && run.event.index === run.known?.index && run.known?.isRewarded),
      (run) => run.is('normal') && run.context.isRewarded === run.event.isRewarded,
    ),
    law(
      'whoever lets go sees the clip at its own speed',
      (run) => run.on('hold.ended'),
      (run) => run.is('normal'),
    ),
    law(
      'only what is held long enough becomes fast',
      (run) => run.comesTo('fast'),
      (run) => run.waitedOut('held') && speeds(run).at(-1)?.rate === 2,
    ),
    law(
      'the clip that was fast, and no other, is given its own speed back',
      (run) => run.was('fast') && !run.is('fast'),
      (run) =>
        speeds(run).length === 1 &&
        speeds(run)[0]?.rate === 1 &&
        speeds(run)[0]?.index === run.known?.index,
    ),
  ],
};
