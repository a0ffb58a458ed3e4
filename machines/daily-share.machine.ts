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
  /** makes its claims unlike those of any other actor */
  idPrefix: string;
}

interface Context extends Input {
  /** the claims that nobody has answered yet, and the UTC days of their shares */
  claimed: { id: string; day: string }[];
  /** counts the claims: each has an id of its own */
  made: number;
  /** shares that are still to be counted */
  uncounted: Shared[];
  /** the one that is being counted, or was last */
  counted: Shared;
}

/** The clip that was shared; none: an invitation. */
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
  /** another window was told that it is refused, and counts it */
  | ({ type: 'share.refusedElsewhere' } & Claimed);

export type DailyShareEmitted =
  /** for the outbox; the root knows whose it is */
  | { type: 'claim.made'; claim: EarnedClaim; recipient: null }
  /** the server has counted one more of the day, for which nothing is paid */
  | { type: 'share.counted' }
  | { type: 'share.creditFailed'; failure: CallFailure };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Input },
  actors: { incrementShare: notProvided<void, Shared>('incrementShare') },
  guards: {
    isFirstOfDay: ({ context: { claimed, lastDay } }, day: string) =>
      day !== lastDay && !claimed.some((each) => each.day === day),
    hasUncounted: ({ context }) => context.uncounted.length > 0,
    /** no claim of an earlier page, or of another window: those change no day here */
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
      // one of days ago may be answered after a later one
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
 * The reward of the first share of a UTC day, which goes the way of every claim. The day is
 * remembered only when the server has paid; further shares of it are counted, one at a time.
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
      // on another device, or before this one forgot: still a share to count
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
