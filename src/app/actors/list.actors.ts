import { fromCallback, fromPromise } from 'xstate';
import { createListMachine, type Page } from '../../../machines/list.machine.ts';
import type { Effects } from '../effects.ts';
import type { News } from '../news.ts';
import type { Blueprint } from '../screens.ts';

export type ListMachine<Item, Summary = null> = ReturnType<typeof createListMachine<Item, Summary>>;

interface Source {
  /** unlike any other actor's */
  name: string;
  /** it has to be asked for anew */
  isOutdatedBy: (news: News) => boolean;
}

interface ListSource<Item, Summary> extends Source {
  /** @param page from 1 */
  load: (page: number, signal: AbortSignal) => Promise<Page<Item, Summary>>;
}

/** A list of the server's that grows page by page. */
export function listBlueprint<Item, Summary = null>(
  { news }: Effects,
  { name, load, isOutdatedBy }: ListSource<Item, Summary>,
): Blueprint<ListMachine<Item, Summary>> {
  const provide = () =>
    createListMachine<Item, Summary>().provide({
      actors: {
        loadPage: fromPromise<Page<Item, Summary>, { page: number }>(({ input, signal }) =>
          load(input.page, signal),
        ),
        watchOutdated: fromCallback(({ sendBack }) =>
          news.subscribe((item) => isOutdatedBy(item) && sendBack({ type: 'list.outdated' })),
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

/** Is a screen looked at (again)? */
export const isOpening = (news: News, path: string): boolean =>
  news.type === 'screen.opened' && news.path.startsWith(path);
