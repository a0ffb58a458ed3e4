import { and, raise, stateIn } from 'xstate';
import { reason, timedOut } from './failure.ts';
import { base } from './feed.setup.ts';

const isUnseen = stateIn({ limit: { addingViews: 'unseen' } });

const reached = [
  { guard: and(['isOutOfViews', 'canShareForMore']), target: 'reached' },
  { guard: 'isOutOfViews', target: 'spent' },
] as const;
const reopened = { guard: 'hasViews', target: 'open' } as const;

/**
 * The day's limit: said once, when it is reached; a share may bring more views, as often as a day
 * allows, and so does another day.
 */
export const limit = base.createStateConfig({
  initial: 'open',
  states: {
    open: {
      always: [...reached],
      on: { 'clip.limitReached': { actions: ['noteOutOfViews', 'tellAllStanding'] } },
    },
    reached: {
      tags: ['blocked'],
      on: { 'limit.dismissed': 'dismissed', 'share.counted': 'addingViews' },
      always: reopened,
    },
    dismissed: {
      tags: ['blocked'],
      on: { 'share.counted': 'addingViews.unseen' },
      always: reopened,
    },
    addingViews: {
      tags: ['busy'],
      invoke: {
        id: 'addExtraViews',
        src: 'addExtraViews',
        onDone: {
          target: 'open',
          actions: [
            { type: 'noteExtraViews', params: ({ event }) => event.output },
            'tellAllStanding',
            { type: 'tellExtraViews', params: ({ event }) => event.output },
          ],
        },
        onError: [
          {
            // it was another day's, or another limit: the list tells what is left now
            guard: { type: 'isLimitNotReached', params: reason },
            target: 'dismissed',
            actions: raise({ type: 'limit.changed' }),
          },
          {
            guard: and([{ type: 'isNoneLeft', params: reason }, isUnseen]),
            target: 'finished',
            actions: ['noteNoneLeft', { type: 'tellNoExtraViews', params: reason }],
          },
          {
            guard: { type: 'isNoneLeft', params: reason },
            target: 'spent',
            actions: 'noteNoneLeft',
          },
          {
            guard: isUnseen,
            target: 'dismissed',
            actions: { type: 'tellNoExtraViews', params: reason },
          },
          { target: 'reached', actions: { type: 'tellNoExtraViews', params: reason } },
        ],
      },
      after: {
        callLimit: [
          {
            guard: isUnseen,
            target: 'dismissed',
            actions: { type: 'tellNoExtraViews', params: timedOut },
          },
          { target: 'reached', actions: { type: 'tellNoExtraViews', params: timedOut } },
        ],
      },
      initial: 'seen',
      states: {
        seen: { on: { 'limit.dismissed': 'unseen' } },
        /** its dialog is closed, and the views are asked for all the same */
        unseen: {},
      },
    },
    /** shared as often as a day allows */
    spent: { tags: ['blocked'], on: { 'limit.dismissed': 'finished' }, always: reopened },
    finished: { tags: ['blocked'], always: reopened },
  },
});
