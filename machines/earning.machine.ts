import { type ActorRefFrom, type AnyActorRef, and, assign, setup, stateIn } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** Counts of a day's paid clips. */
export interface DayCount {
  remaining: number;
  /** including those added by shares */
  dailyLimit: number;
  /** shares that can still add views today */
  extraSharesLeft: number;
}

export interface ExtraViews {
  extra_views: number;
  remaining_today: number;
  limit_today: number;
  extra_shares_left: number;
}

/** Eligibility of clips and the day's count. */
export interface EarningContext {
  /** null until the list is loaded */
  count: DayCount | null;
  /** the server's time, to the minute, for the wait until the next day; null until known */
  nowMs: number | null;
  /** the operator has paused all rewards */
  isPaused: boolean;
}

interface Count {
  count: DayCount;
  /** older servers do not send it */
  isPaused?: boolean | undefined;
}

/** Changes by the answer to a claim. */
export interface Change {
  remaining?: number | undefined;
  isPaused?: boolean;
}

type Event =
  /** the list was loaded */
  | ({ type: 'count.loaded' } & Count)
  /** the answer to a claim changed the day's count or the pause of rewards */
  | ({ type: 'count.changed' } & Change)
  /** the server has counted a share: extra views may be asked for */
  | { type: 'share.counted' }
  | { type: 'limit.dismissed' }
  | { type: 'minute.began'; nowMs: number };

export type EarningEmitted =
  /** rewards were paused, and one was paid */
  | { type: 'rewards.due' }
  /** the known limit is another day's */
  | { type: 'limit.outdated' }
  | { type: 'limit.viewsAdded'; views: number }
  | { type: 'limit.viewsRefused'; failure: CallFailure };

const base = setup({
  types: {} as { context: EarningContext; events: Event; tags: Tag },
  actors: {
    addExtraViews: notProvided<ExtraViews>('addExtraViews'),
    watchMinutes: listenerNotProvided('watchMinutes'),
  },
  guards: {
    resumes: ({ context }, { isPaused }: Change) => !!context.isPaused && isPaused === false,
    isOutOfViews: ({ context }) => context.count?.remaining === 0,
    canShareForMore: ({ context }) => !!context.count?.extraSharesLeft,
    hasViews: ({ context }) => !!context.count?.remaining,
    isNoneLeft: (_, failure: CallFailure) => isRefusedFor(failure, 'no_extra_left'),
    isLimitNotReached: (_, failure: CallFailure) => isRefusedFor(failure, 'limit_not_reached'),
  },
  actions: {
    setCount: assign((_, { count, isPaused }: Count) => ({ count, isPaused: !!isPaused })),
    setChange: assign(({ context: { count, isPaused } }, change: Change) => ({
      count: count && { ...count, remaining: change.remaining ?? count.remaining },
      isPaused: change.isPaused ?? isPaused,
    })),
    setExtraViews: assign({
      count: (_, { remaining_today, limit_today, extra_shares_left }: ExtraViews) => ({
        remaining: remaining_today,
        dailyLimit: limit_today,
        extraSharesLeft: extra_shares_left,
      }),
    }),
    setNoneLeft: assign({
      count: ({ context: { count } }) => count && { ...count, extraSharesLeft: 0 },
    }),
    setNow: assign({ nowMs: (_, nowMs: number) => nowMs }),
    notifyResumed: notify({ type: 'rewards.due' }),
    notifyOutdated: notify({ type: 'limit.outdated' }),
    notifyViewsAdded: notify((_, { extra_views }: ExtraViews) => ({
      type: 'limit.viewsAdded',
      views: extra_views,
    })),
    notifyViewsRefused: notify((_, failure: CallFailure) => ({
      type: 'limit.viewsRefused',
      failure,
    })),
  },
});

const reached = [
  { guard: and(['isOutOfViews', 'canShareForMore']), target: 'reached' },
  { guard: 'isOutOfViews', target: 'spent' },
] as const;
const reopened = { guard: 'hasViews', target: 'open' } as const;

const change = ({ event }: { event: Change }) => event;
const setChange = { type: 'setChange', params: change } as const;

const isUnseen = stateIn({ addingViews: 'unseen' });
const seen = failsTo('reached', ['notifyViewsRefused']);
const unseen = failsTo('dismissed', ['notifyViewsRefused']);

const addingViews = base.createStateConfig({
  tags: ['busy'],
  invoke: {
    id: 'addExtraViews',
    src: 'addExtraViews',
    onDone: {
      target: 'unknown',
      actions: [
        { type: 'setExtraViews', params: output },
        { type: 'notifyViewsAdded', params: output },
      ],
    },
    onError: [
      {
        // the limit was another day's, or has changed: the list has the count that is left now
        guard: { type: 'isLimitNotReached', params: reason },
        target: 'dismissed',
        actions: 'notifyOutdated',
      },
      {
        guard: and([{ type: 'isNoneLeft', params: reason }, isUnseen]),
        target: 'finished',
        actions: ['setNoneLeft', { type: 'notifyViewsRefused', params: reason }],
      },
      { guard: { type: 'isNoneLeft', params: reason }, target: 'spent', actions: 'setNoneLeft' },
      { guard: isUnseen, ...unseen },
      seen,
    ],
  },
  initial: 'seen',
  states: {
    seen: { on: { 'limit.dismissed': 'unseen' } },
    /** the dialog is closed, but the views are still asked for */
    unseen: {},
  },
});

/**
 * The day's count of paid clips, and the pause of rewards. Other machines read both with `earningIn`. The user is
 * informed of the day's limit once, when it is reached; shares may raise it, a limited number of times a day, and a new
 * day resets it.
 */
export const earningMachine = base.createMachine({
  id: 'earning',
  context: { count: null, nowMs: null, isPaused: false },
  invoke: { id: 'watchMinutes', src: 'watchMinutes' },
  on: {
    'minute.began': { actions: { type: 'setNow', params: ({ event }) => event.nowMs } },
    'count.loaded': { actions: { type: 'setCount', params: ({ event }) => event } },
    'count.changed': [
      { guard: { type: 'resumes', params: change }, actions: [setChange, 'notifyResumed'] },
      { actions: setChange },
    ],
  },
  initial: 'unknown',
  states: {
    unknown: { always: [...reached, reopened] },
    open: { always: [...reached] },
    reached: {
      on: { 'limit.dismissed': 'dismissed', 'share.counted': 'addingViews' },
      always: reopened,
    },
    dismissed: { on: { 'share.counted': 'addingViews.unseen' }, always: reopened },
    addingViews,
    /** no further share adds views today */
    spent: { on: { 'limit.dismissed': 'finished' }, always: reopened },
    finished: { always: reopened },
  },
});

/** The state of earning, for any actor of the system; undefined: nobody is logged in, and nothing is earned. */
export const earningIn = (system: AnyActorRef['system']): EarningContext | undefined =>
  (system.get('earning') as ActorRefFrom<typeof earningMachine> | undefined)?.getSnapshot().context;
