import type pg from 'pg';
import { createPool } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { isPooled } from './session.ts';

const MIN_VERSION = 150_000;

/** @throws DatabaseError when this Postgres or this database is not what the server is made for */
export async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; name: string; encoding: string }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_version') as name,
            current_setting('server_encoding') as encoding`,
  );
  const [server] = rows;
  if (server && server.version < MIN_VERSION) {
    throw new DatabaseError(`Postgres ${server.name} is too old: 15 or newer is needed`);
  }
  if (server && server.encoding !== 'UTF8') {
    throw new DatabaseError(
      `the database has the encoding ${server.encoding}, which lacks letters of most languages: make it anew with encoding UTF8`,
    );
  }
}

interface Held {
  readonly clients: readonly pg.PoolClient[];
  /** why there are no more; null: all are there */
  readonly lack: string | null;
}

/** Holds a connection of each of these pools at once, or as many of them as there are to be had. */
async function holding<Result>(
  pools: readonly pg.Pool[],
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  const results = await Promise.allSettled(pools.map((pool) => pool.connect()));
  const clients = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  const failed = results.find(({ status }) => status === 'rejected');
  try {
    const lack = failed ? String((failed as PromiseRejectedResult).reason.message) : null;
    return await work({ clients, lack });
  } finally {
    for (const client of clients) client.release();
  }
}

/** A pooler that gives connections away between transactions would share them at once. */
const TURNS = 3;

/**
 * Two connections that are open at once are two sessions; behind PgBouncer in transaction mode they
 * take turns in one, or each is led to several, and they lose what each has set there.
 * @throws DatabaseError when they are not
 */
export function checkSessions(pool: pg.Pool): Promise<void> {
  return holding([pool, pool], async ({ clients, lack }) => {
    if (lack !== null) {
      throw new DatabaseError(`the database gives no second connection at once: ${lack}`);
    }
    const seen = clients.map(() => new Set<number>());
    const order = [...clients.entries()];
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [at, client] of order) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        for (const { pid } of rows) seen[at]?.add(pid);
      }
      // of two sessions that are lent in turn, each would be led to its own for ever
      order.reverse();
    }
    const [one = new Set(), other = new Set()] = seen;
    if (one.size > 1 || other.size > 1 || !one.isDisjointFrom(other)) {
      throw new DatabaseError(
        'DATABASE_URL leads to a pooler that shares sessions: set its pool_mode to session, or go to Postgres itself',
      );
    }
  });
}

/**
 * A pooler lets those wait whom it has no connection for: that is found here, not in the first busy
 * hour. A server holds those of its pool and one of its own, see `controlPool`.
 * @throws DatabaseError when a pooler gives fewer
 */
export async function checkConnections(pool: pg.Pool, url: string): Promise<void> {
  const isDirect = await holding(
    [pool],
    async ({ clients: [client] }) => client && !isPooled(client),
  );
  if (isDirect) return;
  const own = createPool({ url, max: 1 });
  const pools = [...Array.from({ length: pool.options.max }, () => pool), own];
  try {
    await holding(pools, async ({ clients: { length }, lack }) => {
      if (lack === null) return;
      throw new DatabaseError(
        `the pooler that DATABASE_URL leads to gives ${length} of the ${pools.length} connections that this server holds when it is busy: raise its pool's size, or lower DATABASE_POOL (${lack})`,
      );
    });
  } finally {
    await own.end();
  }
}
