import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { missing, missingAction } from './missing.ts';
import { notify } from './notify.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** UTC day (yyyy-mm-dd) of the last share reward */
  lastDay: string | null;
  /** the UTC day of the share that is being credited */
  day: string;
  /** UTC days of the shares that came meanwhile, the oldest first */
  waitingDays: string[];
}

type Event = { type: 'share.made'; day: string };

export type DailyShareEmitted =
  | { type: 'share.rewarded'; reward: string; balance: string }
  /** the server knows of the share: extra views may be asked for */
  | { type: 'share.counted'; isRewarded: boolean }
  | { type: 'share.creditFailed'; failure: CallFailure };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as DailyShareEmitted,
    tags: {} as Tag,
    input: {} as { lastDay: string | null },
  },
  actors: {
    claimShareReward: missing<{ reward: string; balance: string }>('claimShareReward'),
    incrementShare: missing<void>('incrementShare'),
  },
  delays: { callTimeout: 20_000 },
  guards: {
    isFirstOfDay: ({ context: { waitingDays, lastDay } }) =>
      waitingDays[0] !== undefined && waitingDays[0] !== lastDay,
    hasWaiting: ({ context }) => context.waitingDays.length > 0,
    isClaimed: (_, failure: CallFailure) => isRefusedFor(failure, 'already_claimed'),
  },
  actions: {
    storeDay: missingAction('storeDay'),
    addShare: assign({
      waitingDays: ({ context }, day: string) => [...context.waitingDays, day],
    }),
    startOldest: assign({
      day: ({ context }) => context.waitingDays[0] ?? '',
      waitingDays: ({ context }) => context.waitingDays.slice(1),
    }),
    settleDay: assign({ lastDay: ({ context }) => context.day }),
    notifyFailed: notify(
      (_, failure: CallFailure) => ({ type: 'share.creditFailed', failure }) as const,
    ),
  },
});

const fails = failsTo('idle', ['notifyFailed']);

/**
 * The reward of the first share of a UTC day. The day is remembered only when the server has
 * paid; further shares of it are counted. One share at a time: those that come meanwhile wait.
 */
export const dailyShareMachine = base.createMachine({
  id: 'dailyShare',
  context: ({ input }) => ({ ...input, day: '', waitingDays: [] }),
  on: { 'share.made': { actions: { type: 'addShare', params: ({ event }) => event.day } } },
  initial: 'idle',
  states: {
    idle: {
      always: [
        { guard: 'isFirstOfDay', target: 'claiming', actions: 'startOldest' },
        { guard: 'hasWaiting', target: 'counting', actions: 'startOldest' },
      ],
    },
    claiming: {
      tags: ['busy'],
      invoke: {
        id: 'claimShareReward',
        src: 'claimShareReward',
        onDone: {
          target: 'idle',
          actions: [
            'settleDay',
            'storeDay',
            notify(({ event }) => ({ type: 'share.rewarded', ...event.output })),
            notify({ type: 'share.counted', isRewarded: true }),
          ],
        },
        onError: [
          {
            // on another device, or before this one forgot: still a share to count
            guard: { type: 'isClaimed', params: reason },
            target: 'counting',
            actions: ['settleDay', 'storeDay'],
          },
          fails.onError,
        ],
      },
      after: fails.after,
    },
    counting: {
      tags: ['busy'],
      invoke: {
        id: 'incrementShare',
        src: 'incrementShare',
        onDone: { target: 'idle', actions: notify({ type: 'share.counted', isRewarded: false }) },
        onError: fails.onError,
      },
      after: fails.after,
    },
  },
});
