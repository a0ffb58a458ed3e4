import { clipCache as model } from '../models.device.ts';
import { always, type Invariants, invariant, isOn, type Run } from './invariant.ts';

/** Clips that are cached, sometimes with a failure. */
const keeping = {
  ...model,
  isWithin: () => true,
  events: model.events.filter(({ type }) => type === 'clips.ahead'),
};
/** A device that cannot cache anything. */
const failing = {
  ...keeping,
  outcomes: { cacheClip: { error: model.outcomes.cacheClip?.error ?? [] } },
};

type Files = { url: string };
const ahead = (run: Run): Files[] => run.moments.findLast(isOn('clips.ahead'))?.event.clips ?? [];
const isSavingData = (run: Run) =>
  (run.moments.findLast(isOn('loading.changed'))?.event.loading ?? 'ahead') !== 'ahead';
const begun = (run: Run) =>
  run.begins('cacheClip').map(({ input }) => (input as { clip: Files }).clip);

export const clipCache: Invariants = {
  runs: [keeping, failing],
  lasts: { waiting: ({ failures }) => 5_000 * 2 ** failures, keeping: 60_000 },
  calm: ['waiting'],
  invariants: [
    invariant(
      'no clip is cached while data is saved',
      (run) => begun(run).length > 0,
      (run) => !isSavingData(run),
    ),
    invariant(
      'the first of the next clips that is not cached is cached, one at a time',
      (run) => begun(run).length > 0,
      (run) => {
        const next = ahead(run).find(({ url }) => !run.context.cachedUrls.includes(url));
        return begun(run).length === 1 && begun(run)[0]?.url === next?.url;
      },
    ),
    invariant(
      'a clip is marked as cached only after the device has cached it',
      (run) => run.past.length > 0,
      (run) => {
        const clip = (
          run.past
            .findLast(({ began }) => began.some(({ src }) => src === 'cacheClip'))
            ?.began.find(({ src }) => src === 'cacheClip')?.input as { clip: Files } | undefined
        )?.clip;
        const cachedUrls = run.gets('cacheClip')
          ? [...run.known.cachedUrls, clip?.url]
          : run.known.cachedUrls;
        return run.context.cachedUrls.join() === cachedUrls.join();
      },
    ),
    invariant(
      'a clip that cannot be cached is retried with a growing delay, five times',
      (run) => run.loses('cacheClip') || run.delayEnded('keeping'),
      (run) =>
        run.known.failures < 5
          ? run.is('waiting') && run.context.failures === run.known.failures + 1
          : run.is('idle'),
    ),
    invariant(
      'a cached clip resets the failures, and the next clip follows at once',
      (run) => run.gets('cacheClip'),
      (run) => {
        const isDone = ahead(run).every(({ url }) => run.context.cachedUrls.includes(url));
        return run.context.failures === 0 && run.is(isDone ? 'idle' : 'keeping');
      },
    ),
    invariant(
      'other next clips restart the caching after a delay; the same ones change nothing',
      (run) => run.on('clips.ahead'),
      (run) => {
        const urls = (clips: Files[]) => clips.map(({ url }) => url).join();
        const areOthers = urls(run.event.clips) !== urls(run.known.ahead);
        return areOthers
          ? run.is('waiting') && run.context.failures === 0 && run.context.ahead === run.event.clips
          : run.now.after.value === run.now.before?.value;
      },
    ),
    invariant(
      'a change of the loading mode is stored, and restarts the caching after a delay',
      (run) => run.on('loading.changed'),
      (run) =>
        run.is('waiting') && run.context.loading === run.event.loading && !run.runs('cacheClip'),
    ),
    invariant(
      'after the delay caching begins, if a clip is not cached',
      (run) => run.delayEnded('waiting'),
      (run) => {
        const isLeft =
          !isSavingData(run) && ahead(run).some(({ url }) => !run.context.cachedUrls.includes(url));
        return run.is(isLeft ? 'keeping' : 'idle');
      },
    ),
    always(
      'no clip is cached twice',
      (run) => new Set(run.context.cachedUrls).size === run.context.cachedUrls.length,
    ),
  ],
};
