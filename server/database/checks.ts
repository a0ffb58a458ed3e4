import type pg from 'pg';
import { createPool } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { isPooled } from './session.ts';

const MIN_VERSION = 150_000;

/** @throws DatabaseError when this Postgres or this database does not suit the server */
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
      `the database has the encoding ${server.encoding}, which lacks letters of most languages: create the database again with the encoding UTF8`,
    );
  }
}

interface Held {
  readonly clients: readonly pg.PoolClient[];
  /** why connections are missing; null: none is */
  readonly lack: string | null;
}

/** Holds one connection of each of these pools at once, or as many as can be opened. */
async function withConnections<Result>(
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

/** Turns of the check, enough to notice a pooler that lends connections per transaction. */
const TURNS = 3;

/**
 * Checks that two connections at once are two sessions. Behind PgBouncer in transaction mode, two connections take
 * turns in one session, or one connection gets several sessions, and the settings of the session are lost.
 * @throws DatabaseError when they are not
 */
export function checkSessions(pool: pg.Pool): Promise<void> {
  return withConnections([pool, pool], async ({ clients, lack }) => {
    if (lack !== null) {
      throw new DatabaseError(`the database allows no second connection at the same time: ${lack}`);
    }
    const seen = clients.map(() => new Set<number>());
    const order = [...clients.entries()];
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [at, client] of order) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        for (const { pid } of rows) seen[at]?.add(pid);
      }
      // in the same order, a pooler that lends two sessions by turns would give each connection the
      // same session every time
      order.reverse();
    }
    const [one = new Set(), other = new Set()] = seen;
    if (one.size > 1 || other.size > 1 || !one.isDisjointFrom(other)) {
      throw new DatabaseError(
        'DATABASE_URL leads to a pooler that shares sessions: set its pool_mode to session, or let DATABASE_URL lead to Postgres itself',
      );
    }
  });
}

/**
 * Checks that a pooler gives all connections of the pool, and one more for `controlPool`. A pooler without a free
 * connection lets its clients wait: this check finds that at the start, not in the first busy hour.
 * @throws DatabaseError when a pooler gives fewer
 */
export async function checkConnections(pool: pg.Pool, url: string): Promise<void> {
  const isDirect = await withConnections(
    [pool],
    async ({ clients: [client] }) => client && !isPooled(client),
  );
  if (isDirect) return;
  const own = createPool({ url, max: 1 });
  const pools = [...Array.from({ length: pool.options.max }, () => pool), own];
  try {
    await withConnections(pools, async ({ clients: { length }, lack }) => {
      if (lack === null) return;
      throw new DatabaseError(
        `the pooler that DATABASE_URL leads to gives only ${length} of the ${pools.length} connections that this server holds when it is busy: raise its pool's size, or lower DATABASE_POOL (${lack})`,
      );
    });
  } finally {
    await own.end();
  }
}
