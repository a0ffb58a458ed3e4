import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { becomesVisible } from './attention.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { output } from './params.ts';
import { freshness, type ResourceEvent } from './resource.machine.ts';
import type { Tag } from './tags.ts';
import { onVisibilityChanged } from './visibility.ts';

export interface Page<Item, Summary = null> {
  list: Item[];
  /** number of the last page in `list` */
  page: number;
  total: number;
  /** the key of the next page; absent where pages are loaded by their numbers */
  next?: string | null | undefined;
  /** data about the whole list */
  summary?: Summary;
}

/** A range of pages, both ends included. */
export interface Span<Filter = undefined> {
  from: number;
  to: number;
  /** the key of the first page; absent: loaded by its number */
  before?: string;
  filter: Filter;
}

export interface ListContext<Item, Summary> {
  items: Item[];
  /** number of pages shown */
  page: number;
  /** number of pages to show */
  wanted: number;
  /** the shown pages have to be loaded again */
  isOutdated: boolean;
  total: number;
  /** the key of the page after the shown ones */
  next: string | null;
  summary: Summary | null;
  failure: CallFailure | null;
  isVisible: boolean;
}

type Event = ResourceEvent | { type: 'end.reached' };

const beginning = {
  items: [],
  page: 0,
  wanted: 1,
  isOutdated: false,
  total: 0,
  next: null,
  summary: null,
  failure: null,
  isVisible: false,
};

const lost = failsTo('failed', ['setFailure']);

function listSetup<Item, Summary, Filter>() {
  type Answer = Page<Item, Summary>;
  return setup({
    types: {
      /** `filter` selects the items of the list */
      context: {} as ListContext<Item, Summary> & { filter: Filter },
      events: {} as Event,
      input: {} as Filter,
      tags: {} as Tag,
    },
    actors: { loadPages: notProvided<Answer, Span<Filter>>('loadPages') },
    guards: {
      isVisible: ({ context }) => context.isVisible,
      becomesVisible: ({ event }) => becomesVisible(event),
      isComplete: ({ context }) => context.items.length >= context.total,
      /** items were added or removed: the next page does not fit the shown ones */
      hasTotalChanged: ({ context }, { total }: Answer) =>
        context.page > 0 && !context.isOutdated && total !== context.total,
    },
    actions: {
      setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
      clearFailure: assign({ failure: null }),
      setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
      wantMore: assign({ wanted: ({ context }) => context.page + 1 }),
      // a list that was never loaded cannot be outdated
      markOutdated: assign({ isOutdated: ({ context }) => context.page > 0 }),
      show: assign(({ context }, { list, page, total, next, summary }: Answer) => ({
        items: context.isOutdated ? list : [...context.items, ...list],
        page,
        wanted: page,
        isOutdated: false,
        total,
        next: next ?? null,
        summary: summary ?? null,
      })),
    },
  });
}

/**
 * A list loaded page by page: loading, shown, loading more at its end, complete. Once outdated, the
 * shown pages are loaded again while their screen is visible; a failure keeps the shown items, and
 * the load is retried by hand or when the screen becomes visible again.
 */
export function createListMachine<Item, Summary = null, Filter = undefined>() {
  return listSetup<Item, Summary, Filter>().createMachine({
    id: 'list',
    context: ({ input }) => ({ ...beginning, filter: input }),
    on: { ...onVisibilityChanged, 'data.outdated': { target: '.stale', actions: 'markOutdated' } },
    initial: 'empty',
    states: {
      ...freshness,
      loading: {
        tags: ['busy'],
        entry: 'clearFailure',
        invoke: {
          id: 'loadPages',
          src: 'loadPages',
          input: ({ context: { isOutdated, page, wanted, next, filter } }) => ({
            from: isOutdated ? 1 : page + 1,
            to: wanted,
            ...(next !== null && !isOutdated && { before: next }),
            filter,
          }),
          onDone: [
            {
              guard: { type: 'hasTotalChanged', params: output },
              target: 'loading',
              reenter: true,
              actions: 'markOutdated',
            },
            { target: 'shown', actions: { type: 'show', params: output } },
          ],
          onError: lost,
        },
      },
      shown: {
        always: { guard: 'isComplete', target: 'complete' },
        on: { 'end.reached': { target: 'loading', actions: 'wantMore' } },
      },
      complete: {},
    },
  });
}

export type ListMachine<Item, Summary = null, Filter = undefined> = ReturnType<
  typeof createListMachine<Item, Summary, Filter>
>;
