import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../server/database/database.ts';
import { openEmbedded } from '../server/database/embedded/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { OPERATOR_LIMITS } from '../server/database/session.ts';
import { benchPages } from './feed.pages.ts';
import { simulateFeed } from './feed.simulation.ts';

async function withDatabase(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-feed-'));
  const embedded = await openEmbedded({ dataDir, log: () => {} });
  const pool = createPool({ url: embedded.url, max: 4, limits: OPERATOR_LIMITS });
  try {
    await migrate(embedded.url);
    await work(pool);
  } finally {
    await pool.end();
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Measures the cost of a page of the feed, and simulates its order for sixty days. */
export async function benchFeed({ seed }: { readonly seed: number }): Promise<void> {
  await withDatabase((few) => withDatabase((many) => benchPages(few, many)));
  await withDatabase((pool) => simulateFeed(pool, seed));
}
