import { and, assign, setup, stateIn } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import type { Tag } from './tags.ts';

/** How many clips are paid on one day. */
export interface DayCount {
  remaining: number;
  /** with those that shares have added */
  dailyLimit: number;
  /** shares that still bring extra views today */
  extraSharesLeft: number;
}

export interface ExtraViews {
  extra_views: number;
  remaining_today: number;
  limit_today: number;
  extra_shares_left: number;
}

interface Context {
  /** null until the list has come */
  count: DayCount | null;
  /** the server's time, to the minute: how far the next day is; null until it is told */
  nowMs: number | null;
}

type Event =
  /** the list has come, with the day's count */
  | { type: 'count.loaded'; count: DayCount }
  /** a clip was paid */
  | { type: 'count.changed'; remaining: number }
  /** the server knows of a share: extra views may be asked for */
  | { type: 'share.counted' }
  | { type: 'limit.dismissed' }
  | { type: 'minute.began'; nowMs: number };

export type LimitEmitted =
  /** no clip is paid any more */
  | { type: 'limit.reached' }
  /** clips are paid again */
  | { type: 'limit.opened' }
  /** what is known of the limit is another day's */
  | { type: 'limit.outdated' }
  | { type: 'limit.viewsAdded'; views: number }
  | { type: 'limit.viewsRefused'; failure: CallFailure };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as LimitEmitted,
    tags: {} as Tag,
  },
  actors: {
    addExtraViews: notProvided<ExtraViews>('addExtraViews'),
    watchMinutes: listenerNotProvided('watchMinutes'),
  },
  guards: {
    isOutOfViews: ({ context }) => context.count?.remaining === 0,
    canShareForMore: ({ context }) => (context.count?.extraSharesLeft ?? 0) > 0,
    hasViews: ({ context }) => (context.count?.remaining ?? 0) > 0,
    isNoneLeft: (_, failure: CallFailure) => isRefusedFor(failure, 'no_extra_left'),
    isLimitNotReached: (_, failure: CallFailure) => isRefusedFor(failure, 'limit_not_reached'),
  },
  actions: {
    setCount: assign({ count: (_, count: DayCount) => count }),
    setRemaining: assign({
      count: ({ context: { count } }, remaining: number) => count && { ...count, remaining },
    }),
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
    notifyReached: notify({ type: 'limit.reached' }),
    notifyOpened: notify({ type: 'limit.opened' }),
    notifyOutdated: notify({ type: 'limit.outdated' }),
    notifyViewsAdded: notify((_, { extra_views }: ExtraViews) => ({
      type: 'limit.viewsAdded' as const,
      views: extra_views,
    })),
    notifyViewsRefused: notify((_, failure: CallFailure) => ({
      type: 'limit.viewsRefused' as const,
      failure,
    })),
  },
});

const reached = [
  {
    guard: and(['isOutOfViews', 'canShareForMore']),
    target: 'reached',
    actions: 'notifyReached',
  },
  { guard: 'isOutOfViews', target: 'spent', actions: 'notifyReached' },
] as const;
const reopened = { guard: 'hasViews', target: 'open', actions: 'notifyOpened' } as const;

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
        { type: 'setExtraViews', params: ({ event }) => event.output },
        { type: 'notifyViewsAdded', params: ({ event }) => event.output },
      ],
    },
    onError: [
      {
        // it was another day's, or another limit: the list tells what is left now
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
    /** its dialog is closed, and the views are asked for all the same */
    unseen: {},
  },
});

/**
 * The day's limit of paid clips: said once, when it is reached; a share may bring more views, as
 * often as a day allows, and so does another day.
 */
export const limitMachine = base.createMachine({
  id: 'limit',
  context: { count: null, nowMs: null },
  invoke: { id: 'watchMinutes', src: 'watchMinutes' },
  on: {
    'minute.began': { actions: { type: 'setNow', params: ({ event }) => event.nowMs } },
    'count.loaded': { actions: { type: 'setCount', params: ({ event }) => event.count } },
    'count.changed': { actions: { type: 'setRemaining', params: ({ event }) => event.remaining } },
  },
  initial: 'unknown',
  states: {
    unknown: { always: [...reached, reopened] },
    open: { always: [...reached] },
    reached: {
      on: { 'limit.dismissed': 'dismissed', 'share.counted': 'addingViews' },
      always: reopened,
    },
    dismissed: {
      on: { 'share.counted': 'addingViews.unseen' },
      always: reopened,
    },
    addingViews,
    /** shared as often as a day allows */
    spent: { on: { 'limit.dismissed': 'finished' }, always: reopened },
    finished: { always: reopened },
  },
});
