import pg from 'pg';

/**
 * Anything SQL can be sent to: the pool (each statement on its own) or a client inside an open
 * transaction. Domain functions take either, so that a caller decides what commits together.
 */
export type Database = pg.Pool | pg.PoolClient;

export interface PoolOptions {
  readonly url: string;
  /** connections this process may hold at once */
  readonly max?: number;
  /**
   * How long a statement may take, in ms, before its connection is given up: a database that was lost
   * without a word never answers. Not given: as long as it takes.
   */
  readonly queryTimeoutMs?: number;
  /** shown in `pg_stat_activity` */
  readonly name?: string;
  /** called for each connection that broke while idle; the pool replaces it by itself */
  readonly onError?: (error: Error) => void;
}

const DEFAULT_CONNECTIONS = 20;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * How Postgres values arrive in JavaScript, decided once: `int8` is a bigint (ids and money alike,
 * a double would round), `date` is its ISO text (a Date would shift it by the time zone),
 * `timestamptz` is a Date, `bytea` a Buffer.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return BigInt;
    if (oid === pg.types.builtins.DATE) return String;
    return format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text');
  }) as typeof pg.types.getTypeParser,
};

/** A pool that survives restarts of the database: a broken connection is an event, not a crash. */
export function createPool({ url, max, queryTimeoutMs, name, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: max ?? DEFAULT_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(queryTimeoutMs ? { query_timeout: queryTimeoutMs } : {}),
    application_name: name ?? 'clipurse',
    // `inTransaction` sends the last statement and the commit in one go
    pipeline: true,
    types,
  });
  const report = onError ?? (() => {});
  // without these two listeners a database restart ends the process
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', report);
  });
  return pool;
}

/**
 * Runs `work` in a transaction: a new one on the pool, or the one that is already open, which then
 * commits or rolls back as a whole with its opener.
 * @param last the statement that ends the work, made from its result; it travels with the commit
 */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: pg.PoolClient) => Promise<Result>,
  last?: (result: Result) => pg.QueryConfig,
): Promise<Result> {
  if (!(db instanceof pg.Pool)) {
    const result = await work(db);
    if (last) await db.query(last(result));
    return result;
  }
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await commit(client, last?.(result));
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      // a client whose transaction cannot be ended must not go back to the pool
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Sends both at once: when the statement fails, Postgres answers the commit with a rollback. */
async function commit(client: pg.PoolClient, last: pg.QueryConfig | undefined): Promise<void> {
  const sent = [...(last ? [client.query(last)] : []), client.query('commit')];
  // both answers are awaited before anything else uses the connection
  for (const outcome of await Promise.allSettled(sent)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** Nobody answers at the address, its name cannot be found, or no way leads there. */
const UNREACHABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
]);

const CONFLICT_CODES = new Set([
  '23505', // unique_violation: a concurrent request inserted the row first
  '40001', // serialization_failure, on databases that answer races with it
  '40P01', // deadlock_detected
]);
const ATTEMPTS = 5;

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Runs one atomic step again when a concurrent request won the race for it, so that the next
 * attempt sees that request's row and answers by it. On the pool the step is one statement or one whole transaction, undone by
 * its own failure. Inside a transaction a failure has undone more than the step: whoever opened the
 * transaction runs all of it again, with this same function.
 */
export async function retryOnConflict<Result>(
  db: Database,
  step: () => Promise<Result>,
): Promise<Result> {
  if (!(db instanceof pg.Pool)) return step();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!CONFLICT_CODES.has(codeOf(error) ?? '') || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The name of the check that refused a row, if that is what happened. */
export function violatedCheck(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23514' ? error.constraint : undefined;
}

/**
 * Whether the database could not be reached or is going down: the request may be sent again later
 * (503), nothing is wrong with it.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // class 08: connection; 57P0x: shutting down or starting; 53300: no connection left
  if (/^(08|57P0)/.test(code) || code === '53300') return true;
  if (UNREACHABLE_CODES.has(code)) return true;
  // no socket to connect to; a missing file is something else
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return /connection (terminated|timeout)|query read timeout|timeout exceeded when trying to connect/i.test(
    error.message,
  );
}
