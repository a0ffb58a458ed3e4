import { assign, not, setup } from 'xstate';
import { becomesVisible, type VisibilityEvent } from './attention.ts';
import { actionNotProvided, listenerNotProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import type { ShownClip } from './video/model.ts';

interface Context {
  clip: ShownClip | null;
}

type Event =
  | VisibilityEvent
  | { type: 'clip.began'; clip: ShownClip; isCounting: boolean }
  /** the clip's watch time is reached */
  | { type: 'clip.counted' }
  | { type: 'clip.rested' }
  /** from a headset, a lock screen or a keyboard */
  | { type: 'control.used'; control: MediaControl };

/** Actions of the system's media controls. */
export type MediaControl = 'play' | 'pause' | 'next';

export type NowPlayingEmitted = { type: 'clip.controlled'; control: MediaControl };

const base = setup({
  types: {} as { context: Context; events: Event },
  actors: {
    watchControls: listenerNotProvided('watchControls'),
    /** the screen stays on while this actor runs */
    keepScreenOn: listenerNotProvided('keepScreenOn'),
  },
  guards: {
    becomesVisible: ({ event }) => becomesVisible(event),
    isCounting: (_, isCounting: boolean) => isCounting,
  },
  actions: {
    setClip: assign({ clip: (_, clip: ShownClip) => clip }),
    showPlaying: actionNotProvided<ShownClip | null>('showPlaying'),
    showPaused: actionNotProvided('showPaused'),
    notifyControl: notify((_, control: MediaControl) => ({ type: 'clip.controlled', control })),
  },
});

const began = {
  target: '.playing',
  actions: { type: 'setClip', params: ({ event }: { event: { clip: ShownClip } }) => event.clip },
} as const;

/** The media session: shows the clip beside the system's controls. */
const session = base.createStateConfig({
  initial: 'empty',
  on: { 'clip.began': began },
  states: {
    empty: {},
    playing: {
      entry: { type: 'showPlaying', params: ({ context }) => context.clip },
      on: { 'clip.rested': 'paused' },
    },
    paused: { entry: 'showPaused' },
  },
});

/** Keeps the screen on while a clip is watched for its reward: without touches the screen would turn off. */
const screen = base.createStateConfig({
  initial: 'free',
  on: {
    'clip.began': [
      { guard: { type: 'isCounting', params: ({ event }) => event.isCounting }, target: '.kept' },
      { target: '.free' },
    ],
    'clip.counted': '.free',
    'clip.rested': '.free',
  },
  states: {
    free: {},
    kept: {
      invoke: { id: 'keepScreenOn', src: 'keepScreenOn' },
      on: { 'visibility.changed': { guard: not('becomesVisible'), target: 'hidden' } },
    },
    /** the system has ended the lock that keeps the screen on */
    hidden: { on: { 'visibility.changed': { guard: 'becomesVisible', target: 'kept' } } },
  },
});

/**
 * The playing clip outside the page: the screen stays on while its watch time counts, and the
 * system's media controls show it, pause and play it, and go to the next.
 */
export const nowPlayingMachine = base.createMachine({
  id: 'nowPlaying',
  context: { clip: null },
  type: 'parallel',
  invoke: { id: 'watchControls', src: 'watchControls' },
  on: {
    'control.used': { actions: { type: 'notifyControl', params: ({ event }) => event.control } },
  },
  states: { session, screen },
});
