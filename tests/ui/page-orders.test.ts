import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { PageOrder } from '../../machines/app/events.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import { createPage } from '../../src/app/system/page.ts';

let entries: string[] = [];
const place = { pathname: '/', search: '' };

beforeEach(() => {
  const frame = new EventTarget();
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, to: string) => entries.push(to),
    replaceState: (_state: unknown, _title: string, to: string) => entries.splice(-1, 1, to),
  });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, frame[name].bind(frame));
  }
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** What Back leads through after an order to a page that is at this path. */
function after(path: string, order: PageOrder, search = ''): string[] {
  entries = ['/', path + search];
  Object.assign(place, { pathname: path, search });
  const page = createActor(createPage({} as Effects, async () => undefined)).start();
  page.send(order);
  page.stop();
  return entries;
}

test('a notification leads to its screen, and Back from there to where one was', () => {
  const order = { type: 'page.follow', link: '/withdraw/index' } as const;
  expect(after('/tasks/index', order)).toEqual(['/', '/tasks/index', '/withdraw/index']);
  expect(after('/withdraw/index', order)).toEqual(['/', '/withdraw/index']);
});

test.each([
  ['/mine/index', '', '/login?next=%2Fmine%2Findex'],
  ['/install', '', '/login'],
  ['/login', '?next=%2Fmine%2Findex', '/login?next=%2Fmine%2Findex'],
])('whoever has to log in at %s%s does so at %s, and Back leaves it', (path, search, login) => {
  expect(after(path, { type: 'page.logIn' }, search)).toEqual(['/', login]);
});
