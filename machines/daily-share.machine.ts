import { assign, emit, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { reason, timedOut } from './failure.ts';
import { missing, missingAction, missingListener } from './missing.ts';
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

export type DailyShareNews =
  | { type: 'share.rewarded'; reward: string; balance: string }
  /** the server knows of the share: extra views may be asked for */
  | { type: 'share.counted'; isRewarded: boolean }
  | { type: 'share.creditFailed'; failure: CallFailure };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as DailyShareNews,
    tags: {} as Tag,
    input: {} as { lastDay: string | null },
  },
  actors: {
    claimShareReward: missing<{ reward: string; balance: string }>('claimShareReward'),
    incrementShare: missing<void>('incrementShare'),
    watchShares: missingListener('watchShares'),
  },
  delays: { callLimit: 20_000 },
  guards: {
    isFirstOfDay: ({ context: { waitingDays, lastDay } }) =>
      waitingDays[0] !== undefined && waitingDays[0] !== lastDay,
    hasWaiting: ({ context }) => context.waitingDays.length > 0,
    isClaimed: (_, failure: CallFailure) =>
      failure.kind === 'refused' && failure.reason === 'already_claimed',
  },
  actions: {
    storeDay: missingAction('storeDay'),
    noteShare: assign({
      waitingDays: ({ context, event }) => [...context.waitingDays, event.day],
    }),
    takeOldest: assign({
      day: ({ context }) => context.waitingDays[0] ?? '',
      waitingDays: ({ context }) => context.waitingDays.slice(1),
    }),
    settleDay: assign({ lastDay: ({ context }) => context.day }),
    tellFailed: emit(
      (_, failure: CallFailure) => ({ type: 'share.creditFailed', failure }) as const,
    ),
  },
});

const late = { target: 'idle', actions: { type: 'tellFailed', params: timedOut } } as const;

/**
 * The reward of the first share of a UTC day. The day is remembered only when the server has
 * paid; further shares of it are counted. One share at a time: those that come meanwhile wait.
 */
export const dailyShareMachine = base.createMachine({
  id: 'dailyShare',
  context: ({ input }) => ({ ...input, day: '', waitingDays: [] }),
  invoke: { id: 'watchShares', src: 'watchShares' },
  on: { 'share.made': { actions: 'noteShare' } },
  initial: 'idle',
  states: {
    idle: {
      always: [
        { guard: 'isFirstOfDay', target: 'claiming', actions: 'takeOldest' },
        { guard: 'hasWaiting', target: 'counting', actions: 'takeOldest' },
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
            emit(({ event }) => ({ type: 'share.rewarded', ...event.output })),
            emit({ type: 'share.counted', isRewarded: true }),
          ],
        },
        onError: [
          {
            // on another device, or before this one forgot: still a share to count
            guard: { type: 'isClaimed', params: reason },
            target: 'counting',
            actions: ['settleDay', 'storeDay'],
          },
          { target: 'idle', actions: { type: 'tellFailed', params: reason } },
        ],
      },
      after: { callLimit: late },
    },
    counting: {
      tags: ['busy'],
      invoke: {
        id: 'incrementShare',
        src: 'incrementShare',
        onDone: { target: 'idle', actions: emit({ type: 'share.counted', isRewarded: false }) },
        onError: { target: 'idle', actions: { type: 'tellFailed', params: reason } },
      },
      after: { callLimit: late },
    },
  },
});
