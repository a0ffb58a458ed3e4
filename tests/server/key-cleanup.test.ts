import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startKeyCleanup } from '../../server/http/key-cleanup.ts';

const MINUTE = 60_000;
const now = () => new Date();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Returns a fake database whose successive statements delete these numbers of rows, then none. */
function deleting(...counts: (number | Error)[]) {
  let asked = 0;
  const query = async () => {
    const next = counts[asked] ?? 0;
    asked += 1;
    if (asked >= 50) throw new Error('asked without end');
    if (next instanceof Error) throw next;
    return { rowCount: next };
  };
  return { pool: { query } as unknown as pg.Pool, asked: () => asked };
}

test('a clean-up runs every minute, and repeats its statement while that deletes a full number of rows', async () => {
  const { pool, asked } = deleting(1000, 1000, 3);
  const stop = startKeyCleanup(pool, () => {}, now);
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  expect(asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(3);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(asked()).toBe(4);
  await stop();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(asked()).toBe(4);
});

test('processes that start together clean up at different moments, up to a fifth of the time sooner', async () => {
  const { pool, asked } = deleting();
  const begun = Date.now();
  const stops = [0, 0.5, 1 - Number.EPSILON].map((drawn) => {
    vi.mocked(Math.random).mockReturnValue(drawn);
    return startKeyCleanup(pool, () => {}, now);
  });
  const seen: number[] = [];
  for (const moment of [0.8, 0.9, 1]) {
    await vi.advanceTimersByTimeAsync(moment * MINUTE - 1 - Date.now() + begun);
    seen.push(asked());
    await vi.advanceTimersByTimeAsync(1);
    seen.push(asked());
  }
  expect(seen).toEqual([0, 1, 1, 2, 2, 3]);
  for (const stop of stops) await stop();
});

test('a clean-up that fails is reported, and runs again a minute later', async () => {
  const broken = new Error('the database is away');
  const { pool, asked } = deleting(broken, 5);
  const told: unknown[] = [];
  const stop = startKeyCleanup(pool, (error) => told.push(error), now);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect([told, asked()]).toEqual([[broken], 2]);
  await stop();
});
