import type pg from 'pg';
import type { Database } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { planDistribution } from '../distribution.ts';
import { MIGRATING } from '../migrate.ts';
import { assertDistributable, readDistributed } from './citus.ts';
import { MARK, stepsOf } from './steps.ts';

/** Whether only servers of this version, or a later one, may start on the database. */
async function isMarked(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ contract: boolean }>(
    'select contract from migration order by number desc limit 1',
  );
  return rows[0]?.contract === true;
}

/** The outstanding statements, in their order. Changes nothing. */
export async function readSteps(db: Database): Promise<string[]> {
  const steps = stepsOf(await planDistribution(db), await readDistributed(db));
  return steps.length > 0 && !(await isMarked(db)) ? [MARK, ...steps] : steps;
}

/** Why the database cannot be distributed, in one line; null: it can. Changes nothing. */
export async function findObstacle(db: Database): Promise<string | null> {
  try {
    await assertDistributable(db);
  } catch (error) {
    if (error instanceof DatabaseError) return error.message;
    throw error;
  }
  const { tables } = await planDistribution(db);
  const waiting = tables.flatMap((planned) =>
    planned.place === 'waits'
      ? planned.rules.map(({ index }) => `${index} of ${planned.name}`)
      : [],
  );
  return waiting.length > 0
    ? `rules over all people prevent the distribution: ${waiting.join(', ')}`
    : null;
}

/**
 * Runs the outstanding statements, each in a transaction of its own: after a crash another call continues where
 * this one ended.
 * @param report receives the next statement, and the share of the statements that have run
 * @throws DatabaseError that says why nothing can be distributed
 * @returns the statements that were run
 */
export async function distribute(
  pool: pg.Pool,
  report?: (step: string, share: number) => void,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // no other distribution, and no migration, may run meanwhile
    await client.query('select pg_advisory_lock($1)', [MIGRATING]);
    const obstacle = await findObstacle(client);
    if (obstacle !== null) throw new DatabaseError(obstacle);
    const steps = await readSteps(client);
    for (const [at, step] of steps.entries()) {
      report?.(step, at / steps.length);
      await client.query(step);
    }
    return steps;
  } finally {
    // ends the session, and its lock with it
    client.release(true);
  }
}
