import { clipCache as model } from '../models.device.ts';
import { always, isOn, type Laws, law, type Run } from './law.ts';

/** Clips that come to be kept, and now and then cannot be. */
const keeping = {
  ...model,
  isWithin: () => true,
  events: model.events.filter(({ type }) => type === 'clips.ahead'),
};
/** A device that can keep nothing. */
const failing = {
  ...keeping,
  outcomes: { cacheClip: { error: model.outcomes.cacheClip?.error ?? [] } },
};

type Files = { url: string };
const ahead = (run: Run): Files[] => run.moments.findLast(isOn('clips.ahead'))?.event.clips ?? [];
const isSaving = (run: Run) =>
  (run.moments.findLast(isOn('loading.changed'))?.event.loading ?? 'ahead') !== 'ahead';
const begun = (run: Run) =>
  run.begins('cacheClip').map(({ input }) => (input as { clip: Files }).clip);

export const clipCache: Laws = {
  runs: [keeping, failing],
  lasts: { waiting: ({ failures }) => 5_000 * 2 ** failures, keeping: 60_000 },
  calm: ['waiting'],
  laws: [
    law(
      'nothing is kept while data is saved',
      (run) => begun(run).length > 0,
      (run) => !isSaving(run),
    ),
    law(
      'it keeps the first of the clips ahead that it has not kept, one at a time',
      (run) => begun(run).length > 0,
      (run) => {
        const next = ahead(run).find(({ url }) => !run.context.kept.includes(url));
        return begun(run).length === 1 && begun(run)[0]?.url === next?.url;
      },
    ),
    law(
      'kept is what the device has kept, and nothing else',
      (run) => run.past.length > 0,
      (run) => {
        const clip = (
          run.past
            .findLast(({ began }) => began.some(({ src }) => src === 'cacheClip'))
            ?.began.find(({ src }) => src === 'cacheClip')?.input as { clip: Files } | undefined
        )?.clip;
        const kept = run.gets('cacheClip') ? [...run.known.kept, clip?.url] : run.known.kept;
        return run.context.kept.join() === kept.join();
      },
    ),
    law(
      'what cannot be kept is tried again, ever later, and after five times given up',
      (run) => run.loses('cacheClip') || run.waitedOut('keeping'),
      (run) =>
        run.known.failures < 5
          ? run.is('waiting') && run.context.failures === run.known.failures + 1
          : run.is('idle'),
    ),
    law(
      'what was kept ends the failures, and the next one comes at once',
      (run) => run.gets('cacheClip'),
      (run) => {
        const isDone = ahead(run).every(({ url }) => run.context.kept.includes(url));
        return run.context.failures === 0 && run.is(isDone ? 'idle' : 'keeping');
      },
    ),
    law(
      'other clips begin anew, in a calm moment; the same ones change nothing',
      (run) => run.on('clips.ahead'),
      (run) => {
        const urls = (clips: Files[]) => clips.map(({ url }) => url).join();
        const areOthers = urls(run.event.clips) !== urls(run.known.ahead);
        return areOthers
          ? run.is('waiting') && run.context.failures === 0 && run.context.ahead === run.event.clips
          : run.now.after.value === run.now.before?.value;
      },
    ),
    law(
      'how clips are loaded is known, and decided anew in a calm moment',
      (run) => run.on('loading.changed'),
      (run) =>
        run.is('waiting') && run.context.loading === run.event.loading && !run.runs('cacheClip'),
    ),
    law(
      'a calm moment is used, if there is something to keep',
      (run) => run.waitedOut('waiting'),
      (run) => {
        const isLeft =
          !isSaving(run) && ahead(run).some(({ url }) => !run.context.kept.includes(url));
        return run.is(isLeft ? 'keeping' : 'idle');
      },
    ),
    always(
      'nothing is kept twice',
      (run) => new Set(run.context.kept).size === run.context.kept.length,
    ),
  ],
};
