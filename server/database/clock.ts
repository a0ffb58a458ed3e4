import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { jitteredPeriod } from './jittered-period.ts';

/** Returns the current time: the same for all processes of a database. */
export type Now = () => Date;

const EVERY_MS = 10_000;
/** A slower answer is too inexact to set the clock by, except for the first one. */
const LONGEST_MS = 200;

/** Difference between the database's time and this process's stopwatch, and the round trip, in ms. */
async function measureOffset(pool: pg.Pool): Promise<{ offsetMs: number; roundTripMs: number }> {
  // connects first, so that a wait for a connection is not measured
  const client = await pool.connect();
  try {
    const before = performance.now();
    const { rows } = await client.query<{ at: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
    );
    const roundTripMs = performance.now() - before;
    return { offsetMs: Number(rows[0]?.at) - before - roundTripMs / 2, roundTripMs };
  } finally {
    client.release();
  }
}

/** The database's time, for a process that asks once. */
export async function readTime(pool: pg.Pool): Promise<Date> {
  const { offsetMs } = await measureOffset(pool);
  return new Date(offsetMs + performance.now());
}

/**
 * Starts a clock that shows the database's time. The machine's clock may be wrong, or differ from
 * another machine's: a clip that one process served and another process pays could then seem to have
 * played for too short a time. So a stopwatch (`performance.now`) continues the database's time, and
 * is corrected every ten seconds while the database answers.
 * @throws when the database does not answer the first time
 * @returns the clock, and a function that ends the corrections
 */
export async function startClock(pool: pg.Pool): Promise<{ now: Now; stop(): Promise<void> }> {
  let { offsetMs } = await measureOffset(pool);
  const stopping = new AbortController();
  const { signal } = stopping;
  const set = async () => {
    const seen = await measureOffset(pool);
    if (seen.roundTripMs <= LONGEST_MS) offsetMs = seen.offsetMs;
  };
  const run = async () => {
    while (!signal.aborted) {
      await delay(jitteredPeriod(EVERY_MS), undefined, { signal, ref: false }).catch(() => {});
      // the settings' poll, which runs more often, reports a database that is away
      if (!signal.aborted) await set().catch(() => {});
    }
  };
  const running = run();
  return {
    now: () => new Date(offsetMs + performance.now()),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
