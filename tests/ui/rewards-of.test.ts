import { expect, test } from 'vitest';
import type { RewardLog } from '../../contract/shapes.ts';
import { loadRewards } from '../../src/app/actors/rewards-of.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const HOUR_MS = 60 * 60 * 1_000;
const { signal } = new AbortController();

const reward = (id: number, atMs: number): RewardLog => ({
  id,
  type: 'video',
  amount: '0.1000',
  created_at: new Date(atMs).toISOString(),
  detail: '',
});

/** A fake server with these rewards, the newest first, which records its requests. */
function server(now: string, all: readonly RewardLog[]) {
  const asked: unknown[] = [];
  const api = async (
    _call: unknown,
    { page, limit, ...filter }: Record<string, number>,
    options: unknown,
  ) => {
    expect(options).toEqual({ signal });
    asked.push({ page, limit, ...filter });
    const from = ((page ?? 1) - 1) * (limit ?? 0);
    return { list: all.slice(from, from + (limit ?? 0)), total: all.length };
  };
  const serverClock = { nowMs: () => Date.parse(now) };
  return { asked, effects: { api, serverClock } as unknown as Effects };
}

/** Returns `count` rewards, `stepMs` apart, the newest at `lastMs`. */
const every = (stepMs: number, count: number, lastMs: number) =>
  Array.from({ length: count }, (_, index) => reward(count - index, lastMs - index * stepMs));

test.each(['2026-03-09T00:00:00.000Z', '2026-03-09T23:59:59.999Z'])(
  'seven UTC days are today and the six before, at %s',
  async (now) => {
    const { effects } = server(now, every(6 * HOUR_MS, 40, Date.parse(now)));
    const { rewards, ...span } = await loadRewards(effects, 7, signal);
    expect(span).toEqual({ first: '2026-03-03', last: '2026-03-09', isComplete: true });
    const days = new Set(rewards.map(({ created_at }) => created_at.slice(0, 10)));
    expect([...days].at(-1)).toBe('2026-03-03');
    expect(days.size).toBe(7);
  },
);

const NOON = '2026-03-09T12:00:00.000Z';
const page = (number: number) => ({ page: number, limit: 100 });

test('pages are requested until a page has an older reward', async () => {
  // one every 10 minutes: 72 of today after midnight, 1 at midnight, 144 of the day before, and older ones
  const { asked, effects } = server(NOON, every(HOUR_MS / 6, 900, Date.parse(NOON)));
  const { rewards, isComplete } = await loadRewards(effects, 2, signal);
  expect([rewards.length, isComplete]).toEqual([73 + 144, true]);
  expect(asked).toEqual([page(1), page(2), page(3)]);
});

test.each([
  [99, 1],
  [100, 1],
  [101, 2],
  [200, 2],
  [1_000, 10],
])('%i rewards of the wanted days take %i pages', async (count, pages) => {
  const { asked, effects } = server(NOON, every(1_000, count, Date.parse(NOON)));
  const { rewards, isComplete } = await loadRewards(effects, 1, signal);
  expect([rewards.length, isComplete, asked.length]).toEqual([count, true, pages]);
});

test('rewards of more than ten pages are reported as incomplete', async () => {
  const { asked, effects } = server(NOON, every(1_000, 1_001, Date.parse(NOON)));
  const { rewards, isComplete } = await loadRewards(effects, 1, signal);
  expect([rewards.length, isComplete, asked.length]).toEqual([1_000, false, 10]);
});
