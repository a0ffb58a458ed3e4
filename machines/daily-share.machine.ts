import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import type { EarnedClaim } from './outbox/claim.ts';
import type { Tag } from './tags.ts';

interface Input {
  /** UTC day (yyyy-mm-dd) of the last share reward */
  lastDay: string | null;
  /** makes the ids of its claims unique */
  idPrefix: string;
}

interface Context extends Input {
  /** claims without an answer, and the UTC days of their shares */
  claimed: { id: string; day: string }[];
  /** number of claims, for their ids */
  made: number;
  /** shares that are not counted yet */
  uncounted: Shared[];
  /** the share that is being counted, or was counted last */
  counted: Shared;
}

/** The shared clip; absent: an invitation. */
interface Shared {
  videoId?: number | undefined;
}

interface Claimed {
  id: string;
}

type Event =
  | ({ type: 'share.made'; day: string } & Shared)
  | ({ type: 'share.paid' } & Claimed)
  | ({ type: 'share.refused'; failure: CallFailure } & Claimed & Shared)
  /** another window got the refusal, and counts the share */
  | ({ type: 'share.refusedElsewhere' } & Claimed);

export type DailyShareEmitted =
  /** for the outbox; the root adds the user */
  | { type: 'claim.made'; claim: EarnedClaim; recipient: null }
  /** the server has counted a further share of the day, which is not paid */
  | { type: 'share.counted' }
  | { type: 'share.creditFailed'; failure: CallFailure };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Input },
  actors: { incrementShare: notProvided<void, Shared>('incrementShare') },
  guards: {
    isFirstOfDay: ({ context: { claimed, lastDay } }, day: string) =>
      day !== lastDay && !claimed.some((each) => each.day === day),
    hasUncounted: ({ context }) => context.uncounted.length > 0,
    /** claims of earlier pages or other windows do not change the day here */
    isOwn: ({ context }, { id }: Claimed) => context.claimed.some((each) => each.id === id),
    isNotClaimed: (_, failure: CallFailure) => !isRefusedFor(failure, 'already_claimed'),
  },
  actions: {
    storeDay: actionNotProvided('storeDay'),
    addClaim: assign(({ context: { claimed, made, idPrefix } }, day: string) => ({
      made: made + 1,
      claimed: [...claimed, { id: `${idPrefix}-share-${made + 1}-1`, day }],
    })),
    addUncounted: assign({
      uncounted: ({ context }, { videoId }: Shared) => [...context.uncounted, { videoId }],
    }),
    takeUncounted: assign(({ context: { uncounted } }) => ({
      counted: uncounted[0] ?? {},
      uncounted: uncounted.slice(1),
    })),
    settleDay: assign(({ context: { claimed, lastDay } }, { id }: Claimed) => {
      const day = claimed.find((each) => each.id === id)?.day ?? '';
      // a claim of an earlier day may be answered after a later one
      return { lastDay: day > (lastDay ?? '') ? day : lastDay };
    }),
    forget: assign({
      claimed: ({ context }, { id }: Claimed) => context.claimed.filter((each) => each.id !== id),
    }),
    notifyMade: notify(({ context: { claimed } }, { videoId }: Shared) => {
      const { id } = claimed.at(-1) as Claimed;
      return {
        type: 'claim.made',
        claim: { call: 'claimShareReward', itemId: null, videoId, id } satisfies EarnedClaim,
        recipient: null,
      };
    }),
    notifyFailed: notify((_, failure: CallFailure) => ({ type: 'share.creditFailed', failure })),
  },
});

const fails = failsTo('idle', ['notifyFailed']);

const claimedOf = ({ event: { id } }: { event: Claimed }): Claimed => ({ id });
const forget = { type: 'forget', params: claimedOf } as const;
const addUncounted = {
  type: 'addUncounted',
  params: ({ event }: { event: Shared }) => event,
} as const;
const isOwn = { type: 'isOwn', params: claimedOf } as const;
const settled = [{ type: 'settleDay', params: claimedOf }, 'storeDay', forget] as const;

/**
 * The reward of the first share of a UTC day, claimed through the outbox. The day is stored only
 * once the server reports that it has paid; further shares of the day are counted, one at a time.
 */
export const dailyShareMachine = base.createMachine({
  id: 'dailyShare',
  context: ({ input }) => ({ ...input, claimed: [], made: 0, uncounted: [], counted: {} }),
  on: {
    'share.made': [
      {
        guard: { type: 'isFirstOfDay', params: ({ event }) => event.day },
        actions: [
          { type: 'addClaim', params: ({ event }) => event.day },
          { type: 'notifyMade', params: ({ event }) => event },
        ],
      },
      { actions: addUncounted },
    ],
    'share.paid': { guard: isOwn, actions: settled },
    'share.refused': [
      {
        guard: { type: 'isNotClaimed', params: ({ event }) => event.failure },
        actions: [forget, { type: 'notifyFailed', params: ({ event }) => event.failure }],
      },
      // claimed on another device, or before this one's storage was cleared: the share still counts
      { guard: isOwn, actions: [...settled, addUncounted] },
      { actions: addUncounted },
    ],
    'share.refusedElsewhere': { actions: forget },
  },
  initial: 'idle',
  states: {
    idle: { always: { guard: 'hasUncounted', target: 'counting', actions: 'takeUncounted' } },
    counting: {
      tags: ['busy'],
      invoke: {
        id: 'incrementShare',
        src: 'incrementShare',
        input: ({ context }) => context.counted,
        onDone: { target: 'idle', actions: notify({ type: 'share.counted' }) },
        onError: fails,
      },
    },
  },
});
