import { fromCallback, fromPromise } from 'xstate';
import { createListMachine, type Page, type Span } from '../../../machines/list.machine.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';
import { type Aging, followAging } from './presence.ts';

export type ListMachine<Item, Summary = null> = ReturnType<typeof createListMachine<Item, Summary>>;

/** Of what is shown at once, and of what the server gives at most. */
const PAGE_SIZE = 20;
const LARGEST_PAGE = 100;

interface Source extends Aging {
  /** unlike any other actor's */
  name: string;
}

/** @param page from 1; @param limit items of a page */
type Load<Item, Summary> = (
  paging: { page: number; limit: number },
  signal: AbortSignal,
) => Promise<Page<Item, Summary>>;

interface ListSource<Item, Summary> extends Source {
  load: Load<Item, Summary>;
}

/** One page, or all that was unfolded, in as few calls as the server allows. */
async function loadSpan<Item, Summary>(
  load: Load<Item, Summary>,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<Page<Item, Summary>> {
  if (from === to) return load({ page: from, limit: PAGE_SIZE }, signal);
  const list: Item[] = [];
  const most = to * PAGE_SIZE;
  for (let page = 1; ; page += 1) {
    const answer = await load({ page, limit: LARGEST_PAGE }, signal);
    list.push(...answer.list);
    if (page * LARGEST_PAGE < Math.min(most, answer.total)) continue;
    const shown = list.slice(0, most);
    return { ...answer, list: shown, page: Math.max(1, Math.ceil(shown.length / PAGE_SIZE)) };
  }
}

/** A list of the server's that grows page by page. */
export function listBlueprint<Item, Summary = null>(
  { news }: Effects,
  { name, load, ...aging }: ListSource<Item, Summary>,
): Blueprint<ListMachine<Item, Summary>> {
  const provide = () =>
    createListMachine<Item, Summary>().provide({
      actors: {
        loadPages: fromPromise<Page<Item, Summary>, Span>(({ input, signal }) =>
          loadSpan(load, input, signal),
        ),
        watchOutdated: fromCallback(({ sendBack }) =>
          followAging(news, aging, () => sendBack({ type: 'list.outdated' })),
        ),
      },
    });
  return { name, make: () => ({ logic: provide(), input: undefined }) };
}

interface FactSource<Fact> extends Source {
  load: (signal: AbortSignal) => Promise<Fact>;
}

/** One thing that the server is asked for: a list of one, which waits and fails as lists do. */
export function factBlueprint<Fact>(
  effects: Effects,
  { load, ...source }: FactSource<Fact>,
): Blueprint<ListMachine<Fact>> {
  return listBlueprint<Fact>(effects, {
    ...source,
    load: async (_, signal) => ({ list: [await load(signal)], page: 1, total: 1 }),
  });
}
