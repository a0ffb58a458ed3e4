import { highestLevel, levels } from '../../../contract/device-hints.ts';
import { always, type Invariants, invariant, type Run } from './invariant.ts';

const place = (value: unknown) => levels.indexOf(value as 'small');
/** Returns the largest level that connection, screen, decoders and data saving allow. */
function most({ context: { hints, isSavingData, decoders } }: Run): number {
  const highest = place(highestLevel(isSavingData ? { ...hints, saveData: true } : hints));
  return decoders.large ? highest : Math.min(highest, 1);
}
const now = (run: Run) => place(run.now.after.value);
const before = (run: Run) => place(run.now.before?.value);
const isPlaying = (run: Run) => before(run) >= 0;

export const rendition: Invariants = {
  lasts: { testing: 3_000 },
  invariants: [
    always(
      'the rendition is never larger than connection, screen and decoders allow',
      (run) => now(run) <= Math.max(most(run), 0),
    ),
    invariant(
      'a picked rendition is sent once, with the codec that the device decodes',
      (run) => now(run) !== before(run) && now(run) >= 0,
      (run) => {
        const level = levels[now(run)];
        const told = run.tells('rendition.picked').at(-1)?.rendition;
        return told === (run.context.decoders.av1 ? `${level}.av1` : level);
      },
    ),
    invariant(
      'an unchanged rendition is not sent again',
      (run) => now(run) === before(run),
      (run) => run.tells('rendition.picked').length === 0,
    ),
    invariant(
      'a first frame after more than a second leads one level down',
      (run) => isPlaying(run) && run.on('frame.loaded') && run.event.loadMs > 1_000,
      (run) => now(run) === Math.max(before(run) - 1, 0),
    ),
    invariant(
      'frames within half a second, often enough in a row, lead one level up where that is allowed',
      (run) => isPlaying(run) && run.on('frame.loaded') && run.event.loadMs < 500,
      (run) => {
        const { quickStarts, quickStartsNeeded } = run.known;
        const isUp =
          quickStarts + 1 >= quickStartsNeeded && before(run) < 2 && before(run) + 1 <= most(run);
        if (!isUp)
          return (
            now(run) === before(run) &&
            run.context.quickStarts === Math.min(quickStarts + 1, quickStartsNeeded)
          );
        return (
          now(run) === before(run) + 1 &&
          run.context.quickStarts === 0 &&
          run.context.quickStartsNeeded === Math.min(quickStartsNeeded * 2, 24)
        );
      },
    ),
    invariant(
      'a frame that is neither quick nor slow resets the count of quick ones, and nothing else',
      (run) =>
        isPlaying(run) &&
        run.on('frame.loaded') &&
        run.event.loadMs >= 500 &&
        run.event.loadMs <= 1_000,
      (run) => now(run) === before(run) && run.context.quickStarts === 0,
    ),
    invariant(
      'a worse connection or data saving leads down at once; a better connection alone does not lead up',
      (run) => isPlaying(run) && run.on('hints.changed', 'loading.changed'),
      (run) => now(run) === Math.min(before(run), Math.max(most(run), 0)),
    ),
    invariant(
      'connection hints and data saving are stored',
      (run) => run.on('hints.changed', 'loading.changed'),
      (run) =>
        run.on('hints.changed')
          ? run.context.hints === run.event.hints
          : run.context.isSavingData === (run.event.loading === 'tapped'),
    ),
    invariant(
      'after the test of decoders, or without it, the rendition of the page’s first clip goes on, if allowed',
      (run) =>
        run.was('testing') &&
        (run.gets('testDecoders') || run.loses('testDecoders') || run.delayEnded('testing')),
      (run) =>
        now(run) === Math.min(place(run.context.level), Math.max(most(run), 0)) &&
        (!run.gets('testDecoders') || run.context.decoders === run.event.output),
    ),
    invariant(
      'at first three quick frames in a row are needed',
      (run) => run.past.length === 0,
      (run) => run.context.quickStartsNeeded === 3 && run.context.quickStarts === 0,
    ),
  ],
};
