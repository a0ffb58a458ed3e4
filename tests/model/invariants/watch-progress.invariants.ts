import type { ClipProgress } from '../../../contract/progress.calls.ts';
import { hides } from './attention.ts';
import { always, type Invariants, invariant, isOn, type Run } from './invariant.ts';

const MAX_CLIPS = 20;
const isSent = (run: Run) => run.begins('sendProgress').length > 0;
const isUnclaimed = (run: Run) => run.on('clip.left') && !run.event.isClaimed;
/** The unclaimed clips that have left the stage so far. */
const news = (run: Run): ClipProgress[] =>
  run.moments
    .filter((each) => isOn('clip.left')(each) && !each.event.isClaimed)
    .map(({ event }) => event.clip);
const ended = (run: Run) => run.gets('sendProgress') || run.loses('sendProgress');

export const watchProgress: Invariants = {
  lasts: { collecting: 120_000 },
  calm: ['collecting', 'sending'],
  invariants: [
    invariant(
      'the progress of a claimed clip is not sent, because its claim carries it',
      (run) => run.on('clip.left') && run.event.isClaimed === true,
      (run) => run.context.clips === run.known.clips && !isSent(run),
    ),
    invariant(
      'a clip that left the stage is the last of the collected or sent clips',
      isUnclaimed,
      (run) => {
        const { clips, sending } = run.context;
        const kept = isSent(run) ? sending : clips;
        return kept.at(-1) === run.event.clip;
      },
    ),
    invariant(
      'progress is sent at twenty clips, after two minutes, or when the feed is hidden',
      isSent,
      (run) =>
        run.context.sending.length === MAX_CLIPS || run.delayEnded('collecting') || hides(run),
    ),
    invariant(
      'a hidden feed sends all collected progress',
      (run) => run.was('collecting') && hides(run),
      (run) => isSent(run) && run.is('sending') && run.context.clips.length === 0,
    ),
    invariant('all collected clips are sent at once', isSent, (run) => {
      const own = isUnclaimed(run) ? [run.event.clip] : [];
      const kept = [...run.known.clips, ...own].slice(-MAX_CLIPS);
      const [begun] = run.begins('sendProgress');
      return begun?.input === run.context.sending && run.context.sending.join() === kept.join();
    }),
    invariant(
      'progress is sent once, whether or not the call succeeds',
      ended,
      // if enough clips have left in the meantime, they are sent next
      (run) =>
        isSent(run)
          ? run.context.sending === run.known.clips
          : run.context.sending.length === 0 && run.is('empty', 'collecting'),
    ),
    always(
      'at most twenty clips are collected, and only ones that left the stage',
      (run) =>
        run.context.clips.length <= MAX_CLIPS &&
        run.context.clips.every((clip: ClipProgress) => news(run).includes(clip)),
    ),
    always(
      'state empty: no clip is collected',
      (run) => run.is('sending') || run.is('empty') === (run.context.clips.length === 0),
    ),
  ],
};
