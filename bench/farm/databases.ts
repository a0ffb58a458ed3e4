import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../../server/database/database.ts';
import { openEmbedded } from '../../server/database/embedded/embedded.ts';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { connectAsOwner } from '../../server/database/embedded/launch.ts';
import { migrate } from '../../server/database/migrate.ts';
import { OPERATOR_LIMITS } from '../../server/database/session.ts';

/** Database and folder of one world. */
export interface Place {
  readonly pool: pg.Pool;
  readonly dataDir: string;
}

/**
 * Gives `work` an empty, migrated database for each name, on one embedded Postgres, and deletes all of
 * it at the end.
 */
export async function withDatabases<Result>(
  names: readonly string[],
  work: (places: Place[]) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-farm-'));
  const embedded = await openEmbedded({ dataDir, log: () => {} });
  const pools: pg.Pool[] = [];
  try {
    await migrate(embedded.url);
    const owner = await connectAsOwner(foldersOf(dataDir));
    for (const name of names) {
      await owner.query(`create database ${name} template clipurse owner clipurse`);
      // these worlds need not survive a crash
      await owner.query(`alter database ${name} set synchronous_commit = off`);
      pools.push(
        createPool({
          url: embedded.url.replace('/clipurse', `/${name}`),
          max: 12,
          limits: OPERATOR_LIMITS,
        }),
      );
    }
    await owner.end();
    return await Promise.race([work(pools.map((pool) => ({ pool, dataDir }))), interruption()]);
  } finally {
    for (const pool of pools) await pool.end();
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Rejects on Ctrl-C, so that the databases are removed: Postgres would outlive this process. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
  });
}
