import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failureOf, timedOut } from './failure.ts';
import { missing, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

export interface Page<Item, Summary = null> {
  list: Item[];
  page: number;
  total: number;
  /** what the answer says of the whole list */
  summary?: Summary;
}

interface Context<Item, Summary> {
  items: Item[];
  page: number;
  total: number;
  summary: Summary | null;
  failure: CallFailure | null;
}

type Event =
  | { type: 'end.reached' }
  | { type: 'retry.pressed' }
  /** something happened that changes the list */
  | { type: 'list.outdated' };

/**
 * A list that grows page by page: loading, shown, loading more at its end, complete; every
 * failure keeps what is already there and can be tried again.
 */
export function createListMachine<Item, Summary = null>() {
  const base = setup({
    types: { context: {} as Context<Item, Summary>, events: {} as Event, tags: {} as Tag },
    actors: {
      loadPage: missing<Page<Item, Summary>, { page: number }>('loadPage'),
      watchOutdated: missingListener('watchOutdated'),
    },
    delays: { callLimit: 20_000 },
    guards: { isComplete: ({ context }) => context.items.length >= context.total },
    actions: {
      noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
      startAnew: assign({ page: 0, failure: null }),
    },
  });
  const failed = {
    target: 'failed',
    actions: {
      type: 'noteFailure',
      params: ({ event }: { event: { error: unknown } }) => failureOf(event.error),
    },
  } as const;

  return base.createMachine({
    id: 'list',
    context: { items: [], page: 0, total: 0, summary: null, failure: null },
    invoke: { id: 'watchOutdated', src: 'watchOutdated' },
    initial: 'loading',
    on: { 'list.outdated': { target: '.loading', reenter: true, actions: 'startAnew' } },
    states: {
      loading: {
        tags: ['busy'],
        invoke: {
          id: 'loadPage',
          src: 'loadPage',
          input: ({ context }) => ({ page: context.page + 1 }),
          onDone: {
            target: 'shown',
            actions: assign({
              // the first page replaces what was there, so that a refresh shows no gap
              items: ({ context, event }) =>
                event.output.page === 1
                  ? event.output.list
                  : [...context.items, ...event.output.list],
              page: ({ event }) => event.output.page,
              total: ({ event }) => event.output.total,
              summary: ({ event }) => event.output.summary ?? null,
              failure: null,
            }),
          },
          onError: failed,
        },
        after: {
          callLimit: { target: 'failed', actions: { type: 'noteFailure', params: timedOut } },
        },
      },
      shown: {
        tags: ['actionable'],
        always: { guard: 'isComplete', target: 'complete' },
        on: { 'end.reached': 'loading' },
      },
      complete: { tags: ['settled'] },
      failed: { tags: ['actionable'], on: { 'retry.pressed': 'loading' } },
    },
  });
}
