import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { reason, timedOut } from './failure.ts';
import { missing, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

export interface Page<Item, Summary = null> {
  list: Item[];
  /** the last one that is among them */
  page: number;
  total: number;
  /** what the answer says of the whole list */
  summary?: Summary;
}

/** From one page to another, both included. */
export interface Span {
  from: number;
  to: number;
}

interface Context<Item, Summary> {
  items: Item[];
  /** how many pages are shown */
  page: number;
  /** how many are to be shown */
  wanted: number;
  /** what is shown has to be asked for again, as far as it was unfolded */
  isOutdated: boolean;
  total: number;
  summary: Summary | null;
  failure: CallFailure | null;
}

type Event =
  | { type: 'end.reached' }
  | { type: 'retry.pressed' }
  /** something happened that changes the list */
  | { type: 'list.outdated' };

const beginning = {
  items: [],
  page: 0,
  wanted: 1,
  isOutdated: false,
  total: 0,
  summary: null,
  failure: null,
};

const failed = {
  target: 'failed',
  actions: {
    type: 'noteFailure',
    params: reason,
  },
} as const;

function listSetup<Item, Summary>() {
  type Answer = Page<Item, Summary>;
  return setup({
    types: { context: {} as Context<Item, Summary>, events: {} as Event, tags: {} as Tag },
    actors: {
      loadPages: missing<Answer, Span>('loadPages'),
      watchOutdated: missingListener('watchOutdated'),
    },
    delays: { callLimit: 20_000 },
    guards: {
      isComplete: ({ context }) => context.items.length >= context.total,
      /** items came or went: the next page no longer joins those that are shown */
      isApart: ({ context }, { total }: Answer) =>
        context.page > 0 && !context.isOutdated && total !== context.total,
    },
    actions: {
      noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
      wantMore: assign({ wanted: ({ context }) => context.page + 1 }),
      // what was never there cannot be out of date
      markOutdated: assign({ isOutdated: ({ context }) => context.page > 0 }),
      show: assign(({ context }, { list, page, total, summary }: Answer) => ({
        items: context.isOutdated ? list : [...context.items, ...list],
        page,
        wanted: page,
        isOutdated: false,
        total,
        summary: summary ?? null,
        failure: null,
      })),
    },
  });
}

/**
 * A list that grows page by page: loading, shown, loading more at its end, complete. Out of date
 * it is asked for anew as far as it was unfolded; every failure keeps what is already there and
 * can be tried again.
 */
export function createListMachine<Item, Summary = null>() {
  const anew = { target: '.loading', reenter: true, actions: 'markOutdated' } as const;
  return listSetup<Item, Summary>().createMachine({
    id: 'list',
    context: beginning,
    invoke: { id: 'watchOutdated', src: 'watchOutdated' },
    initial: 'loading',
    on: { 'list.outdated': anew },
    states: {
      loading: {
        tags: ['busy'],
        invoke: {
          id: 'loadPages',
          src: 'loadPages',
          input: ({ context: { isOutdated, page, wanted } }) => ({
            from: isOutdated ? 1 : page + 1,
            to: wanted,
          }),
          onDone: [
            {
              guard: { type: 'isApart', params: ({ event }) => event.output },
              target: 'loading',
              reenter: true,
              actions: 'markOutdated',
            },
            {
              target: 'shown',
              actions: { type: 'show', params: ({ event }) => event.output },
            },
          ],
          onError: failed,
        },
        after: {
          callLimit: { target: 'failed', actions: { type: 'noteFailure', params: timedOut } },
        },
      },
      shown: {
        tags: ['actionable'],
        always: { guard: 'isComplete', target: 'complete' },
        on: { 'end.reached': { target: 'loading', actions: 'wantMore' } },
      },
      complete: { tags: ['settled'] },
      failed: { tags: ['actionable'], on: { 'retry.pressed': 'loading' } },
    },
  });
}
