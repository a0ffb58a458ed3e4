import {
  createListMachine,
  type ListMachine,
  type Page,
  type Span,
} from '../../../machines/list.machine.ts';
import { fromCall } from '../system/adapters.ts';

/** Items of a page, and the server's limit for one call. */
const PAGE_SIZE = 20;
const LARGEST_PAGE = 100;

/** @param page from 1; @param limit items of a page; @param before the key of the page, used instead of its number */
type Load<Item, Summary, Filter> = (
  paging: { page: number; limit: number; before?: string },
  signal: AbortSignal,
  filter: Filter,
) => Promise<Page<Item, Summary>>;

interface Source<Item, Summary, Filter> {
  load: Load<Item, Summary, Filter>;
}

/** Loads one page, or all shown pages, in as few calls as the server allows. */
async function loadSpan<Item, Summary, Filter>(
  load: Load<Item, Summary, Filter>,
  { from: first, to, filter, ...key }: Span<Filter>,
  signal: AbortSignal,
): Promise<Page<Item, Summary>> {
  if (first === to) return load({ page: first, limit: PAGE_SIZE, ...key }, signal, filter);
  const list: Item[] = [];
  const most = to * PAGE_SIZE;
  let from: { before?: string } = {};
  for (let page = 1; ; page += 1) {
    // numbered pages must all have the same length, keyed ones end at the last shown item
    const isNumbered = page > 1 && from.before === undefined;
    const limit = isNumbered ? LARGEST_PAGE : Math.min(LARGEST_PAGE, most - list.length);
    const answer = await load({ page, limit, ...from }, signal, filter);
    const { next, total } = answer;
    list.push(...answer.list);
    from = next ? { before: next } : {};
    const loaded = next ? list.length : page * LARGEST_PAGE;
    if (next !== null && loaded < Math.min(most, total)) continue;
    const shown = list.slice(0, most);
    return { ...answer, list: shown, page: Math.max(1, Math.ceil(shown.length / PAGE_SIZE)) };
  }
}

/** A list of the server that is loaded page by page. */
export function provideList<Item, Summary = null, Filter = undefined>({
  load,
}: Source<Item, Summary, Filter>): ListMachine<Item, Summary, Filter> {
  return createListMachine<Item, Summary, Filter>().provide({
    actors: {
      loadPages: fromCall<Page<Item, Summary>, Span<Filter>>(({ input, signal }) =>
        loadSpan(load, input, signal),
      ),
    },
  });
}
