import type { ClipLoading } from '../../../machines/clip-loading.machine.ts';
import type { ListRequest } from '../../../machines/feed/context.ts';
import { type Invariant, invariant, type Run, same } from './invariant.ts';

interface Slot {
  kind: 'clip' | 'ad';
  clip?: number;
}
interface Clip {
  video: { id: number };
  isOpen: boolean;
}
const idsOf = (clips: Clip[]) => clips.map(({ video }) => video.id);
const told = (run: Run, type: string) => run.sends(type).map(({ event }) => event.eligibility);
const liveClips = ({ live, slots }: { live: number[]; slots: Slot[] }) =>
  live.filter((place) => slots[place]?.kind === 'clip');

const comesBack = ['connectivity.restored', 'visibility.changed', 'connectivity.changed'];

/** Invariants of the feed's list of clips, of its slots, and of their eligibility. */
export const listInvariants: readonly Invariant[] = [
  invariant(
    'the list has no clip twice, and keeps its order',
    (run) => run.past.length > 0,
    (run) => {
      const [before, after] = [idsOf(run.known.clips), idsOf(run.context.clips)];
      return new Set(after).size === after.length && same(after.slice(0, before.length), before);
    },
  ),
  invariant(
    'every clip has one slot, in order, and slots shown or next keep their place',
    (run) => run.past.length > 0,
    (run) => {
      const { slots, clips } = run.context;
      const { index, live } = run.known;
      const shown = slots.filter(({ kind }: Slot) => kind === 'clip').map(({ clip }: Slot) => clip);
      const fixed = Math.max(index + 1, ...live) + 1;
      return (
        same(
          shown,
          clips.map((_: Clip, at: number) => at),
        ) &&
        same(
          slots.slice(0, Math.min(fixed, run.known.slots.length)),
          run.known.slots.slice(0, fixed),
        )
      );
    },
  ),
  invariant(
    'an advertisement stands between clips, never first, last, or beside another',
    (run) => run.context.slots.some(({ kind }: Slot) => kind === 'ad'),
    (run) => {
      const kinds: string[] = run.context.slots.map(({ kind }: Slot) => kind);
      return kinds[0] === 'clip' && kinds.at(-1) === 'clip' && !kinds.join().includes('ad,ad');
    },
  ),
  invariant(
    'the list is loaded with the known ids, and for a member or a visitor',
    (run) => run.begins('loadClips').length > 0,
    (run) =>
      run.begins('loadClips').every(({ input }) => {
        const { knownIds, isMember, isListLoaded } = input as ListRequest;
        return (
          same(knownIds, idsOf(run.context.clips)) &&
          isMember === run.past.length > 0 &&
          isListLoaded === run.context.isLoaded
        );
      }),
  ),
  invariant(
    'the list is loaded only after the clip that came with the page plays, or after its timeout',
    (run) =>
      run.past.length === 0 ||
      (run.was('list.waiting') && (run.on('clip.playing') || run.delayEnded('list.waiting'))),
    (run) =>
      run.is(
        run.past.length === 0 && run.context.clips.length > 0 ? 'list.waiting' : 'list.loading',
      ),
  ),
  invariant(
    'an answer without a new clip completes the list, so that loading ends',
    (run) => run.gets('loadClips'),
    (run) => {
      const { clips, isComplete, count, isPaused, isLinkGone, failure } = run.event.output;
      const isNew = idsOf(clips).some((id) => !idsOf(run.known.clips).includes(id));
      return (
        run.context.isComplete === (isComplete || !isNew) &&
        (isNew || run.begins('loadClips').length === 0) &&
        same(run.tells('feed.listLoaded'), [
          {
            ...{ type: 'feed.listLoaded', count, isPaused, isLinkGone },
            isRenewed: run.known.isOutdated && failure === undefined,
          },
        ]) &&
        run.tells('feed.clipsAhead').length >= 1 &&
        idsOf(clips).every((id) => idsOf(run.context.clips).includes(id))
      );
    },
  ),
  invariant(
    'a cached list is shown as outdated, and loaded again later',
    (run) => run.gets('loadClips') && run.event.output.failure !== undefined,
    (run) =>
      run.is('list.retrying') &&
      run.context.isOutdated &&
      run.context.failure === run.event.output.failure,
  ),
  invariant(
    'a failed load is stored, and keeps the clips',
    (run) => run.loses('loadClips'),
    (run) =>
      run.is('list.retrying') &&
      run.context.failure.kind === run.event.error.kind &&
      run.context.clips.length === run.known.clips.length,
  ),
  invariant(
    'a failed load is retried by a press, a visible page, or a restored connection',
    (run) => run.was('list.retrying') && run.on('retry.pressed', ...comesBack),
    (run) => {
      const isGood = !(run.event.isVisible === false || run.event.isOnline === false);
      return run.is(isGood ? 'list.loading' : 'list.retrying');
    },
  ),
  invariant(
    'a list that is outdated because of a timeout is loaded again after a delay, while the page is visible',
    (run) => run.delayEnded('list.retrying'),
    (run) => {
      const isSlow = run.known.isOutdated && run.known.failure.kind === 'timeout';
      return run.is(isSlow && run.is('visibility.visible') ? 'list.loading' : 'list.retrying');
    },
  ),
  invariant(
    'a new day opens every clip and loads the list; another limit loads the list',
    (run) => run.on('day.began', 'limit.changed'),
    (run) =>
      run.is('list.loading') &&
      run.context.isOutdated &&
      run.begins('loadClips').length === 1 &&
      (run.on('limit.changed') || run.context.clips.every(({ isOpen }: Clip) => isOpen)),
  ),
  invariant(
    'the list is loaded three slots before its end, and by a press',
    (run) => run.was('list.watching', 'list.exhausted') || run.is('list.watching'),
    (run) => {
      if (run.on('retry.pressed')) return run.is('list.loading') && run.context.isOutdated;
      const { index, slots, isComplete } = run.context;
      return !run.is('list.watching') || isComplete || index < slots.length - 3;
    },
  ),
  invariant(
    'a complete list without an open clip is exhausted',
    (run) => run.is('list.watching', 'list.exhausted') && !run.was('list.exhausted'),
    (run) => {
      const { isComplete, clips } = run.context;
      const isOver = isComplete && !clips.some(({ isOpen }: Clip) => isOpen);
      return run.is('list.exhausted') === isOver;
    },
  ),
  invariant(
    'in state watching neither visibility nor time loads the list',
    (run) =>
      run.was('list.watching') && (run.on('visibility.changed') || run.delayEnded('list.watching')),
    (run) => run.is('list.watching') && run.begins('loadClips').length === 0,
  ),
  invariant(
    'when rewards are paid again, the list is loaded',
    (run) => run.on('rewards.due'),
    (run) =>
      run.is('list.loading') &&
      run.begins('loadClips').length === 1 &&
      run.context.isOutdated === run.known.isOutdated,
  ),
  invariant(
    'a paid clip is no longer open, in the list and on the stage',
    (run) => run.on('clip.paid'),
    (run) => {
      const paid = run.context.clips.filter(({ video }: Clip) => video.id === run.event.videoId);
      const others = run.context.clips.filter(({ video }: Clip) => video.id !== run.event.videoId);
      const wasOpen = (id: number) =>
        run.known.clips.find(({ video }: Clip) => video.id === id).isOpen;
      return (
        paid.every(({ isOpen }: Clip) => !isOpen) &&
        others.every(({ video, isOpen }: Clip) => isOpen === wasOpen(video.id)) &&
        told(run, 'eligibility.known').length === liveClips(run.known).length &&
        run.tells('feed.advanced').length === 1
      );
    },
  ),
  invariant(
    'a change of earning reaches every clip on the stage, and renews it after a new day or limit',
    (run) => run.on('earning.changed', 'rewards.due') && run.known.isLoaded,
    (run) => {
      const clips = liveClips(run.known).map(
        (place) => run.context.clips[run.context.slots[place].clip],
      );
      const due = clips.map(({ isOpen }: Clip) => (isOpen ? 'open' : 'alreadyRewarded'));
      const isRenewed = run.on('earning.changed') && run.event.isRenewed;
      return same(told(run, isRenewed ? 'eligibility.renewed' : 'eligibility.known'), due);
    },
  ),
];

/** Invariants of fetching clips before they are on the stage. */
export const prefetchInvariants: readonly Invariant[] = [
  invariant(
    'once the screen is loaded the next clips may load, unless a tap is needed',
    (run) => run.on('screen.loaded'),
    (run) => {
      const isAlone = run.known.loading === 'current';
      const named = run.tells('feed.clipsAhead').length;
      return (
        run.context.loading === (isAlone ? 'ahead' : run.known.loading) &&
        named === (isAlone ? 1 : 0)
      );
    },
  ),
  invariant(
    'no more next clips are named than the loading mode allows',
    (run) => run.tells('feed.clipsAhead').length > 0,
    (run) => {
      const most = { ahead: 4, tapped: 2, current: 1 }[run.context.loading as ClipLoading];
      return run.tells('feed.clipsAhead').every(({ clips }) => clips.length <= most);
    },
  ),
];
