import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Page } from '../../machines/list.machine.ts';
import { provideList } from '../../src/app/actors/list.actors.ts';

interface Paging {
  page: number;
  limit: number;
  before?: string;
}

/** A fake list of `count` items, which records the requested pages. */
function listOf(count: number, isKeyed = false) {
  const asked: Paging[] = [];
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const { actors } = provideList<number>({
    load: async (paging) => {
      const { page, limit, before } = paging;
      asked.push(paging);
      const start = before === undefined ? (page - 1) * limit : Number(before);
      const end = start + limit;
      const key = isKeyed ? { next: end < count ? String(end) : null } : {};
      return { list: all.slice(start, end), page, total: count, ...key };
    },
  }).implementations;
  const load = (from: number, to: number, before?: string): Promise<Page<number>> => {
    const input = { from, to, filter: undefined, ...(before && { before }) };
    return toPromise(createActor(actors.loadPages as AnyActorLogic, { input }).start());
  };
  return { asked, load };
}

test.each([
  ['all items still exist', 250, 3, { items: 60, page: 3 }, 1],
  ['the items need two calls', 250, 6, { items: 120, page: 6 }, 2],
  ['some items are gone', 41, 5, { items: 41, page: 3 }, 1],
  ['a whole page of items is gone', 40, 3, { items: 40, page: 2 }, 1],
  ['all items are gone', 0, 3, { items: 0, page: 1 }, 1],
])('a reload requests the items of all shown pages: %s', async (_, count, to, shown, calls) => {
  const { asked, load } = listOf(count);
  const { list, page } = await load(1, to);
  expect({ items: list.length, page }).toEqual(shown);
  expect(list[0] ?? 1).toBe(1);
  const limit = Math.min(100, to * 20);
  expect(asked).toEqual(Array.from({ length: calls }, (_, at) => ({ page: at + 1, limit })));
});

test('the next page is requested alone', async () => {
  const { asked, load } = listOf(50);
  expect(await load(2, 2)).toMatchObject({ page: 2, total: 50 });
  expect(asked).toEqual([{ page: 2, limit: 20 }]);
});

test('the next page is requested by the key that the page before has returned', async () => {
  const { asked, load } = listOf(50, true);
  expect(await load(1, 1)).toMatchObject({ next: '20' });
  expect(await load(2, 2, '20')).toMatchObject({ page: 2, next: '40' });
  expect(asked).toEqual([
    { page: 1, limit: 20 },
    { page: 2, limit: 20, before: '20' },
  ]);
});

test.each([
  ['the pages need two calls', 250, 6, ['100'], '120'],
  ['the pages reach the end of the list', 250, 13, ['100', '200'], null],
])(
  'a reload by keys requests the items of all shown pages, and returns the next key: %s',
  async (_, count, to, keys, next) => {
    const { asked, load } = listOf(count, true);
    const { list, ...page } = await load(1, to);
    expect(list).toEqual(Array.from({ length: Math.min(count, to * 20) }, (_, at) => at + 1));
    expect(page.next).toBe(next);
    expect(asked.map(({ before }) => before)).toEqual([undefined, ...keys]);
  },
);
