import { assign, setup } from 'xstate';
import { actionNotProvided } from './not-provided.ts';

/** Playback rate of the clip at an index of the stage. */
export interface Speed {
  index: number;
  rate: 1 | 2;
}

interface Context {
  /** index of the clip on the stage */
  index: number;
  isRewarded: boolean;
}

type Event =
  /** the clip on the stage, and whether it was paid */
  ({ type: 'clip.known' } & Context) | { type: 'hold.began' } | { type: 'hold.ended' };

const base = setup({
  types: {} as { context: Context; events: Event },
  delays: { holdTime: 500 },
  guards: {
    isRewarded: ({ context }) => context.isRewarded,
    /** an event without a change does not reset the speed of a paid clip */
    mustResetSpeed: ({ context: { index, isRewarded } }, told: Context) =>
      !isRewarded || !told.isRewarded || told.index !== index,
  },
  actions: {
    setSpeed: actionNotProvided<Speed>('setSpeed'),
    setClip: assign((_, { index, isRewarded }: Context) => ({ index, isRewarded })),
  },
});

const told = ({ event }: { event: Context }) => event;
const setSpeed = (rate: Speed['rate']) =>
  ({
    type: 'setSpeed',
    params: ({ context: { index } }: { context: Context }) => ({ index, rate }),
  }) as const;

/**
 * Plays a clip at double speed while a finger or a key is held, once it was paid: before that its watch time counts in
 * real time. Each clip begins at normal speed.
 */
export const speedMachine = base.createMachine({
  id: 'speed',
  context: { index: 0, isRewarded: false },
  initial: 'normal',
  on: {
    'clip.known': {
      guard: { type: 'mustResetSpeed', params: told },
      target: '.normal',
      actions: { type: 'setClip', params: told },
    },
  },
  states: {
    normal: { on: { 'hold.began': { guard: 'isRewarded', target: 'held' } } },
    held: { on: { 'hold.ended': 'normal' }, after: { holdTime: 'fast' } },
    fast: { entry: setSpeed(2), exit: setSpeed(1), on: { 'hold.ended': 'normal' } },
  },
});
