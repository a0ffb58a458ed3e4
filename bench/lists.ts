import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../server/database/database.ts';
import { openEmbedded } from '../server/database/embedded/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { OPERATOR_LIMITS } from '../server/database/session.ts';
import { Settings } from '../server/domain/settings.ts';
import { listsOf } from './lists.calls.ts';
import { fillLists } from './lists.seed.ts';

/** Ratio of the large database's people, clips and transfers to the small one's. */
const SMALLER = 20;
const ROUNDS = 5;
const PAGE_ROUNDS = 3;
/** The output marks slower calls. With a million people, only commands that read every entry may be slower. */
const LONGEST_MS = 300;

async function withPeople(people: number, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-lists-'));
  const embedded = await openEmbedded({ dataDir, log: () => {} });
  const pool = createPool({ url: embedded.url, max: 2, limits: OPERATOR_LIMITS });
  try {
    await migrate(embedded.url);
    await fillLists(pool, people);
    await work(pool);
  } finally {
    await pool.end();
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The median of some rounds, in ms; slow work is measured once. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  do {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  } while (times.length < ROUNDS && (times[0] ?? 0) < 5_000);
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Pages of the database read so far, from memory or disk. Both connections first report their own counts. */
async function pagesOf(pool: pg.Pool): Promise<number> {
  const flush = () => pool.query('select pg_stat_force_next_flush()');
  await Promise.all([flush(), flush()]);
  const { rows } = await pool.query<{ pages: number }>(
    `select (blks_hit + blks_read)::float8 as pages from pg_stat_database
     where datname = current_database()`,
  );
  return rows[0]?.pages ?? 0;
}

/**
 * Measures the cost of a call. Takes the minimum of the pages over some rounds, because autovacuum
 * reads pages too.
 */
async function measure(pool: pg.Pool, work: () => Promise<unknown>): Promise<Cost> {
  await work();
  const looks: number[] = [];
  for (let round = 0; round < PAGE_ROUNDS; round++) {
    const [start, before] = [await pagesOf(pool), await pagesOf(pool)];
    await work();
    // minus the pages of the measurement itself
    looks.push((await pagesOf(pool)) - before - (before - start));
  }
  return { ms: await timeOf(work), pages: Math.max(Math.min(...looks), 0) };
}

interface Cost {
  readonly ms: number;
  readonly pages: number;
}

async function costsOf(people: number): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  await withPeople(people, async (pool) => {
    const settings = new Settings({ db: pool });
    await settings.refresh();
    for (const [name, work] of Object.entries(await listsOf(pool, settings))) {
      costs.set(name, await measure(pool, work));
    }
    const { rows } = await pool.query(
      'select temp_bytes from pg_stat_database where datname = current_database()',
    );
    console.log(`${people} people: ${rows[0]?.temp_bytes} bytes of temporary files, with the seed`);
  });
  return costs;
}

/**
 * Compares the cost of lists, counts and sums with a database twenty times smaller. @param people
 * number of people in the large database
 */
export async function benchLists({ people }: { readonly people: number }): Promise<void> {
  const small = await costsOf(people / SMALLER);
  const large = await costsOf(people);
  for (const [name, { ms, pages }] of large) {
    const before = small.get(name) ?? { ms: 0, pages: 0 };
    console.log(
      `${name.padEnd(28)} ${before.ms.toFixed(1).padStart(8)} ms  ${ms.toFixed(1).padStart(8)} ms  ` +
        `${(ms / before.ms).toFixed(1)} times; ${before.pages} and ${pages} pages` +
        `${ms > LONGEST_MS ? `, more than ${LONGEST_MS} ms` : ''}`,
    );
  }
}
