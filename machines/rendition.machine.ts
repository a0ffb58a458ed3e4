import { assign, setup } from 'xstate';
import { type DeviceHints, type Level, withinHints } from '../contract/device-hints.ts';
import type { Rendition } from '../contract/renditions.ts';
import type { ClipLoading } from './clip-loading.machine.ts';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { field, output } from './params.ts';
import type { Tag } from './tags.ts';

/** Codecs that this device decodes smoothly and with little power. */
export interface Decoders {
  av1: boolean;
  /** H.264 beyond the medium level */
  large: boolean;
}

interface RenditionInput {
  /** the level that the page began with */
  level: Level;
  hints: DeviceHints;
  /** by the user's choice, or else by the browser's hint */
  isSavingData: boolean;
}

interface Context extends RenditionInput {
  decoders: Decoders;
  /** clips in a row whose first frame was loaded quickly */
  quickStarts: number;
  /** number of quick starts in a row after which the level goes up */
  quickStartsNeeded: number;
}

type Event =
  /** the first frame of a clip was loaded; `loadMs`: the time since its file was requested */
  | { type: 'frame.loaded'; loadMs: number }
  | { type: 'hints.changed'; hints: DeviceHints }
  | { type: 'loading.changed'; loading: ClipLoading };

export type RenditionEmitted = {
  /** the rendition of the next clip */
  type: 'rendition.picked';
  rendition: Rendition;
};

const QUICK_MS = 500;
const SLOW_MS = 1_000;
const QUICK_STARTS = 3;
/** Caps the back-off: bandwidth may improve later. */
const MAX_QUICK_STARTS = 24;

const isAllowed = ({ hints, decoders, isSavingData }: Context, level: Level) =>
  withinHints(level, isSavingData ? { ...hints, saveData: true } : hints) === level &&
  (level !== 'large' || decoders.large);

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: RenditionInput },
  actors: {
    testDecoders: notProvided<Decoders>('testDecoders'),
    watchFirstFrames: listenerNotProvided('watchFirstFrames'),
    watchHints: listenerNotProvided('watchHints'),
  },
  delays: { testTimeout: 3_000 },
  guards: {
    isSlow: (_, loadMs: number) => loadMs > SLOW_MS,
    isQuick: (_, loadMs: number) => loadMs < QUICK_MS,
    /** enough quick starts in a row, for a level that is allowed */
    isReadyFor: ({ context }, { loadMs, level }: { loadMs: number; level: Level }) =>
      loadMs < QUICK_MS &&
      context.quickStarts + 1 >= context.quickStartsNeeded &&
      isAllowed(context, level),
    isTooMuch: ({ context }, level: Level) => !isAllowed(context, level),
    wasBegunWith: ({ context }, level: Level) => context.level === level,
  },
  actions: {
    setHints: assign({ hints: (_, hints: DeviceHints) => hints }),
    setSaving: assign({ isSavingData: (_, loading: ClipLoading) => loading === 'tapped' }),
    setDecoders: assign({ decoders: (_, decoders: Decoders) => decoders }),
    countQuick: assign({
      quickStarts: ({ context: { quickStarts, quickStartsNeeded } }) =>
        Math.min(quickStarts + 1, quickStartsNeeded),
    }),
    forgetQuick: assign({ quickStarts: 0 }),
    /** each step up doubles the number of quick starts that the next step needs */
    needMore: assign({
      quickStartsNeeded: ({ context }) => Math.min(context.quickStartsNeeded * 2, MAX_QUICK_STARTS),
    }),
    notifyPicked: notify(({ context }, level: Level) => ({
      type: 'rendition.picked',
      rendition: context.decoders.av1 ? (`${level}.av1` as const) : level,
    })),
  },
});

const loadMs = field('loadMs');
const sinksTo = <Target extends Level>(target: Target) =>
  ({ guard: { type: 'isSlow', params: loadMs }, target }) as const;
const risesTo = <Target extends Level>(target: Target) =>
  ({
    guard: {
      type: 'isReadyFor',
      params: ({ event }: { event: { loadMs: number } }) => ({
        loadMs: event.loadMs,
        level: target,
      }),
    },
    target,
    actions: 'needMore',
  }) as const;
const counts = [
  { guard: { type: 'isQuick', params: loadMs }, actions: 'countQuick' },
  { actions: 'forgetQuick' },
] as const;
const pick = <Own extends Level>(params: Own) =>
  ['forgetQuick', { type: 'notifyPicked', params }] as const;

/**
 * The rendition of the next clip: never larger than connection, screen and decoders can handle, and the smallest while
 * data is saved. A slow first frame lowers the level, several quick ones in a row raise it, more of them each time.
 */
export const renditionMachine = base.createMachine({
  id: 'rendition',
  context: ({ input }) => ({
    ...input,
    decoders: { av1: false, large: true },
    quickStarts: 0,
    quickStartsNeeded: QUICK_STARTS,
  }),
  invoke: [
    { id: 'watchFirstFrames', src: 'watchFirstFrames' },
    { id: 'watchHints', src: 'watchHints' },
  ],
  on: {
    'hints.changed': { actions: { type: 'setHints', params: ({ event }) => event.hints } },
    'loading.changed': { actions: { type: 'setSaving', params: ({ event }) => event.loading } },
  },
  initial: 'testing',
  states: {
    testing: {
      tags: ['busy'],
      invoke: {
        id: 'testDecoders',
        src: 'testDecoders',
        onDone: { target: 'beginning', actions: { type: 'setDecoders', params: output } },
        onError: 'beginning',
      },
      after: { testTimeout: 'beginning' },
    },
    beginning: {
      always: [
        { guard: { type: 'wasBegunWith', params: 'small' }, target: 'small' },
        { guard: { type: 'wasBegunWith', params: 'medium' }, target: 'medium' },
        { target: 'large' },
      ],
    },
    small: { entry: pick('small'), on: { 'frame.loaded': [risesTo('medium'), ...counts] } },
    medium: {
      entry: pick('medium'),
      always: { guard: { type: 'isTooMuch', params: 'medium' }, target: 'small' },
      on: { 'frame.loaded': [sinksTo('small'), risesTo('large'), ...counts] },
    },
    large: {
      entry: pick('large'),
      always: { guard: { type: 'isTooMuch', params: 'large' }, target: 'medium' },
      on: { 'frame.loaded': [sinksTo('medium'), ...counts] },
    },
  },
});
