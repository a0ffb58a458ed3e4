import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { PageCommand } from '../../machines/app/events.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import { createPage } from '../../src/app/system/page.ts';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

const watchNewDay = vi.fn(() => () => undefined);
/** how many more times the import of `watchNewDay` fails */
let losses = 0;
vi.mock('../../src/ports/day.ts', () => ({
  get watchNewDay() {
    losses -= 1;
    if (losses >= 0) throw new TypeError('the file did not come');
    return watchNewDay;
  },
}));
vi.mock('../../src/app/system/on-idle.ts', () => ({ onIdle: (act: () => void) => act() }));

let entries: string[] = [];
const place = { pathname: '/', search: '' };
const effects = { serverClock: { nowMs: () => Date.parse('2026-01-02T03:04:05Z') } } as Effects;
const shown = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(() => {
  const frame = new EventTarget();
  vi.stubGlobal('location', place);
  vi.stubGlobal('document', shown);
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, to: string) => entries.push(to),
    replaceState: (_state: unknown, _title: string, to: string) => entries.splice(-1, 1, to),
  });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, frame[name].bind(frame));
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The entries that Back visits after a command to a page at this path. */
function after(path: string, order: PageCommand, search = ''): string[] {
  entries = ['/', path + search];
  Object.assign(place, { pathname: path, search });
  const page = createActor(createPage(effects, async () => undefined)).start();
  page.send(order);
  page.stop();
  return entries;
}

test('a notification opens its screen, and Back leads to the previous screen', () => {
  const order = { type: 'page.follow', link: '/withdraw/index' } as const;
  expect(after('/tasks/index', order)).toEqual(['/', '/tasks/index', '/withdraw/index']);
  expect(after('/withdraw/index', order)).toEqual(['/', '/withdraw/index']);
});

test.each([
  ['/mine/index', '', '/login?next=%2Fmine%2Findex'],
  ['/mine/index', '?lang=ar', '/login?next=%2Fmine%2Findex&lang=ar'],
  ['/install', '', '/login'],
  ['/install', '?video=7&lang=pt-PT', '/login?video=7&lang=pt-PT'],
  ['/login', '?next=%2Fmine%2Findex', '/login?next=%2Fmine%2Findex'],
])('a log-in from %s%s opens at %s, and Back leaves the log-in', (path, search, login) => {
  expect(after(path, { type: 'page.logIn' }, search)).toEqual(['/', login]);
});

test('the visibility of the page is reported at first and at every change, with time and day', () => {
  vi.useFakeTimers({ now: 7 });
  const told: unknown[] = [];
  const root = createActor(
    createMachine({
      invoke: { src: createPage(effects, async () => undefined) },
      on: { 'visibility.changed': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  for (const visibilityState of ['hidden', 'visible']) {
    Object.assign(shown, { visibilityState });
    shown.dispatchEvent(new Event('visibilitychange'));
  }
  const report = { type: 'visibility.changed', atMs: 7, day: '2026-01-02' };
  expect(told).toEqual([true, false, true].map((isVisible) => ({ ...report, isVisible })));
  root.stop();
});

test.each([0, 2])(
  'watchNewDay is called once, though the page is idle twice and its import fails %i times',
  async (times) => {
    vi.useFakeTimers();
    watchNewDay.mockClear();
    losses = times;
    const page = createActor(createPage(effects, async () => undefined)).start();
    page.send({ type: 'page.awaitIdle' });
    page.send({ type: 'page.awaitIdle' });
    await vi.advanceTimersByTimeAsync(5_000 * times);
    await vi.dynamicImportSettled();
    expect(watchNewDay).toHaveBeenCalledTimes(1);
    page.stop();
  },
);

test('a stopped page does not repeat a failed import', async () => {
  vi.useFakeTimers();
  watchNewDay.mockClear();
  losses = 1;
  const page = createActor(createPage(effects, async () => undefined)).start();
  page.send({ type: 'page.awaitIdle' });
  await vi.dynamicImportSettled();
  page.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.dynamicImportSettled();
  // failed once, and not retried
  expect([losses, watchNewDay.mock.calls.length]).toEqual([0, 0]);
});
