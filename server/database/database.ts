import pg from 'pg';
import { traceStatements } from '../tracing/statements.ts';
import { CALL_LIMITS, KEEP_ALIVE, prepareSession, type SessionLimits } from './session.ts';
import { isReadOnly, writeFailureReason } from './write-health.ts';

/**
 * Target of SQL statements: the pool (each statement on its own) or a client inside an open
 * transaction. Domain functions take either, so that a caller decides what commits together.
 */
export type Database = pg.Pool | pg.PoolClient;

export interface PoolOptions {
  readonly url: string;
  /** connections this process may hold at once; not given: the driver's 10 */
  readonly max?: number;
  /** timeouts of each connection's session; not given: the limits of a call */
  readonly limits?: SessionLimits;
  /**
   * Timeout of a statement, in ms, after which its connection is closed: a database that vanished
   * without closing the connection never answers. Not given: none.
   */
  readonly queryTimeoutMs?: number;
  /** shown in `pg_stat_activity` */
  readonly name?: string;
  /** called for each connection that broke while idle; the pool replaces it by itself */
  readonly onError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * How long an idle connection stays open. A new connection plans each statement again: the database needs ten
 * times as long for its first claim as for its tenth, and twice as long for the five after the first.
 */
const IDLE_TIMEOUT_MS = 5 * 60_000;

/** The driver has no constants for arrays. */
const INT8_ARRAY: number = 1016;
const TEXT_ARRAY: number = 1009;

const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text');
const readBigints = (text: string) =>
  readTexts(text).map((each) => (each === null ? null : BigInt(each)));

/**
 * Parsers of Postgres values: `int8` becomes a bigint (ids and money alike, a double would round),
 * also in an array; `date` stays its ISO text (a Date would shift it by the time zone),
 * `timestamptz` becomes a Date, `bytea` a Buffer.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return BigInt;
    if (oid === INT8_ARRAY) return readBigints;
    if (oid === pg.types.builtins.DATE) return String;
    return format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text');
  }) as typeof pg.types.getTypeParser,
};

/** Sends a Date in UTC: otherwise a `date` would be the day in the server's time zone. */
pg.defaults.parseInputDatesAsUTC = true;

/** Creates a pool that survives restarts of the database: a broken connection is an event, not a crash. */
export function createPool(options: PoolOptions): pg.Pool {
  const { url, max, limits = CALL_LIMITS, queryTimeoutMs, name, onError } = options;
  const pool = new pg.Pool({
    connectionString: url,
    ...(max ? { max } : {}),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...KEEP_ALIVE,
    onConnect: (client) => prepareSession(client, limits),
    ...(queryTimeoutMs ? { query_timeout: queryTimeoutMs } : {}),
    application_name: name ?? 'clipurse',
    types,
  });
  const report = onError ?? (() => {});
  // without these two listeners a database restart ends the process
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', report);
  });
  traceStatements(pool);
  return pool;
}

/**
 * Runs `work` in a transaction: a new one on the pool, or the one that the caller has opened and
 * that commits or rolls back as a whole.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  if (!(db instanceof pg.Pool)) return work(db);
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // the connection leads to a primary that was replaced: a new connection may lead to its successor
    if (isReadOnly(error)) broken = error;
    await client.query('rollback').catch((failure: Error) => {
      // a client whose transaction cannot be ended must not go back to the pool
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Codes of an unreachable database: nothing answers, its name is unknown, or there is no route. */
const UNREACHABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
]);

/** Codes of a transaction that another transaction interrupted or, on a standby, changes from its primary. */
const INTERRUPTED_CODES = [
  '40001', // serialization_failure, raised by databases that resolve races with it
  '40P01', // deadlock_detected
];

const CONFLICT_CODES = new Set([
  '23505', // unique_violation: a concurrent request inserted the row first
  ...INTERRUPTED_CODES,
]);
const ATTEMPTS = 5;

/**
 * A step has changed nothing, and will succeed once `prepare` has run, outside of the step's
 * transaction.
 */
export class NeedsPreparation extends Error {
  readonly prepare: (pool: pg.Pool) => Promise<void>;

  constructor(why: string, prepare: (pool: pg.Pool) => Promise<void>) {
    super(why);
    this.name = 'NeedsPreparation';
    this.prepare = prepare;
  }
}

/** Each failed attempt means that another request's attempt succeeded. */
const PREPARED_ATTEMPTS = 100;

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Retries one atomic step when it throws `NeedsPreparation`, or when a concurrent request won the race
 * for it: the next attempt then reads that request's row. On the pool the step is one statement or one
 * whole transaction, undone by its own failure. Inside a transaction a failure has undone more than
 * the step: the function that opened the transaction retries all of it, with this same function.
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
      if (error instanceof NeedsPreparation && attempt < PREPARED_ATTEMPTS) await error.prepare(db);
      else if (!CONFLICT_CODES.has(codeOf(error) ?? '') || attempt >= ATTEMPTS) throw error;
    }
  }
}

const LOCK_TIMEOUT = '55P03';

/** Whether a statement reached its session's lock timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_TIMEOUT;

/** Codes of statements and transactions that a timeout (`SessionLimits`) or another session ended. */
const ENDED_CODES = new Set([
  LOCK_TIMEOUT,
  '57014', // query_canceled
  '25P03', // idle_in_transaction_session_timeout
  ...INTERRUPTED_CODES,
]);

/**
 * Whether the database is unreachable, shutting down, read-only, too busy for a session's timeouts,
 * or ended a statement in favour of another: the request is valid, and may be retried later (503).
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NeedsPreparation) return true;
  const code = 'code' in error ? String(error.code) : '';
  // class 08: connection; 53: no connection, memory or disk left; 57P0x: shutting down or starting
  if (/^(08|53|57P0)/.test(code) || ENDED_CODES.has(code)) return true;
  if (writeFailureReason(error) !== null) return true;
  if (UNREACHABLE_CODES.has(code)) return true;
  // the socket does not exist; a missing file has another cause
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return /connection (terminated|timeout|error)|client was closed|query read timeout|timeout exceeded when trying to connect/i.test(
    error.message,
  );
}
