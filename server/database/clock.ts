import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ownPeriod } from './own-period.ts';

/** What time it is: the same for all processes of a database. */
export type Now = () => Date;

const EVERY_MS = 10_000;
/** An answer that took longer tells the time too badly, but for the first one. */
const LONGEST_MS = 200;

/** The database's time, less that of this process's stopwatch, in ms; and how long it took to ask. */
async function compare(pool: pg.Pool): Promise<{ differenceMs: number; tookMs: number }> {
  // a turn in the pool is not waited for between the two looks at the stopwatch
  const client = await pool.connect();
  try {
    const before = performance.now();
    const { rows } = await client.query<{ at: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
    );
    const tookMs = performance.now() - before;
    return { differenceMs: Number(rows[0]?.at) - before - tookMs / 2, tookMs };
  } finally {
    client.release();
  }
}

/** The database's time, for a process that asks once. */
export async function readTime(pool: pg.Pool): Promise<Date> {
  const { differenceMs } = await compare(pool);
  return new Date(differenceMs + performance.now());
}

/**
 * The database's clock in this process. The process's own clock may be wrong, or differ from that of
 * another process: a watch that one served and the other is asked to pay would be shorter. So it is
 * not read: a stopwatch (`performance.now`) runs on from the database's time, and is set anew every
 * ten seconds. While the database is away it runs on alone.
 * @throws when the database does not answer the first time
 * @returns the clock, and a function that ends setting it
 */
export async function startClock(pool: pg.Pool): Promise<{ now: Now; stop(): Promise<void> }> {
  let { differenceMs } = await compare(pool);
  const stopping = new AbortController();
  const { signal } = stopping;
  const set = async () => {
    const seen = await compare(pool);
    if (seen.tookMs <= LONGEST_MS) differenceMs = seen.differenceMs;
  };
  const run = async () => {
    while (!signal.aborted) {
      await delay(ownPeriod(EVERY_MS), undefined, { signal, ref: false }).catch(() => {});
      // the settings' poll, which comes more often, reports a database that is away
      if (!signal.aborted) await set().catch(() => {});
    }
  };
  const running = run();
  return {
    now: () => new Date(differenceMs + performance.now()),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
