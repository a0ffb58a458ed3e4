import {
  createListMachine,
  type ListMachine,
  type Page,
  type Span,
} from '../../../machines/list.machine.ts';
import { fromCall } from '../system/adapters.ts';

/** Of what is shown at once, and of what the server gives at most. */
const PAGE_SIZE = 20;
const LARGEST_PAGE = 100;

/** @param page from 1; @param limit items of a page */
type Load<Item, Summary, Filter> = (
  paging: { page: number; limit: number },
  signal: AbortSignal,
  filter: Filter,
) => Promise<Page<Item, Summary>>;

interface Source<Item, Summary, Filter> {
  load: Load<Item, Summary, Filter>;
}

/** One page, or all that was unfolded, in as few calls as the server allows. */
async function loadSpan<Item, Summary, Filter>(
  load: Load<Item, Summary, Filter>,
  { from, to, filter }: Span<Filter>,
  signal: AbortSignal,
): Promise<Page<Item, Summary>> {
  if (from === to) return load({ page: from, limit: PAGE_SIZE }, signal, filter);
  const list: Item[] = [];
  const most = to * PAGE_SIZE;
  for (let page = 1; ; page += 1) {
    const answer = await load({ page, limit: LARGEST_PAGE }, signal, filter);
    list.push(...answer.list);
    if (page * LARGEST_PAGE < Math.min(most, answer.total)) continue;
    const shown = list.slice(0, most);
    return { ...answer, list: shown, page: Math.max(1, Math.ceil(shown.length / PAGE_SIZE)) };
  }
}

/** A list of the server's that grows page by page. */
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
