import { assign, setup } from 'xstate';
import type { Video } from '../contract/shapes.ts';
import type { ClipLoading } from './clip-loading.machine.ts';
import { notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

/** The files needed to play a clip: the picked rendition, its poster, and its captions. */
export type ClipFiles = Pick<Video, 'url' | 'poster' | 'captions'>;

interface Input {
  loading: ClipLoading;
}

interface Context extends Input {
  /** the clip on the stage and the following ones, in their order */
  ahead: readonly ClipFiles[];
  /** the addresses of the clips cached since the app was opened */
  cachedUrls: readonly string[];
  failures: number;
}

type Event =
  | { type: 'clips.ahead'; clips: readonly ClipFiles[] }
  | { type: 'loading.changed'; loading: ClipLoading };

const MAX_FAILURES = 5;
const FIRST_CALM_MS = 5_000;

const urls = (clips: readonly ClipFiles[]) => clips.map(({ url }) => url).join('\n');
/** Returns the next clip to cache; none while data is saved, or the phone is busy. */
const nextOf = ({ ahead, cachedUrls, loading }: Context) =>
  loading === 'ahead' ? ahead.find(({ url }) => !cachedUrls.includes(url)) : undefined;

const base = setup({
  types: {} as { context: Context; events: Event; input: Input; tags: Tag },
  actors: {
    /** rejects while a clip is loading, and while no service worker can cache */
    cacheClip: notProvided<void, { clip: ClipFiles | null }>('cacheClip'),
  },
  delays: {
    /** a first visit's service worker may take minutes to start */
    calm: ({ context }) => FIRST_CALM_MS * 2 ** context.failures,
    cacheTimeout: 60_000,
  },
  guards: {
    areOthers: ({ context }, clips: readonly ClipFiles[]) => urls(clips) !== urls(context.ahead),
    hasNext: ({ context }) => nextOf(context) !== undefined,
    canTryAgain: ({ context }) => context.failures < MAX_FAILURES,
  },
  actions: {
    setAhead: assign((_, ahead: readonly ClipFiles[]) => ({ ahead, failures: 0 })),
    setLoading: assign((_, loading: ClipLoading) => ({ loading })),
    addCachedUrl: assign(({ context }) => {
      const clip = nextOf(context);
      return {
        cachedUrls: clip ? [...context.cachedUrls, clip.url] : context.cachedUrls,
        failures: 0,
      };
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
});

const clips = ({ event }: { event: Extract<Event, { type: 'clips.ahead' }> }) => event.clips;
const again = [
  { guard: 'canTryAgain', target: 'waiting', actions: 'countFailure' },
  { target: 'idle' },
] as const;

/**
 * Caches the clip on the stage and the next ones on the device, one after the other, while no clip
 * is loading: for a lost connection, and for the next visit. Never while data is saved.
 */
export const clipCacheMachine = base.createMachine({
  id: 'clipCache',
  context: ({ input }) => ({ ...input, ahead: [], cachedUrls: [], failures: 0 }),
  initial: 'idle',
  on: {
    'clips.ahead': {
      guard: { type: 'areOthers', params: clips },
      target: '.waiting',
      reenter: true,
      actions: { type: 'setAhead', params: clips },
    },
    'loading.changed': {
      target: '.waiting',
      actions: { type: 'setLoading', params: ({ event }) => event.loading },
    },
  },
  states: {
    idle: {},
    waiting: { after: { calm: 'deciding' } },
    deciding: { always: [{ guard: 'hasNext', target: 'keeping' }, { target: 'idle' }] },
    keeping: {
      tags: ['busy'],
      invoke: {
        id: 'cacheClip',
        src: 'cacheClip',
        input: ({ context }) => ({ clip: nextOf(context) ?? null }),
        onDone: { target: 'deciding', actions: 'addCachedUrl' },
        onError: again,
      },
      after: { cacheTimeout: again },
    },
  },
});
