import type pg from 'pg';

/** Timeouts of a session, in ms, so that it does not block others; 0: no limit. */
export interface SessionLimits {
  readonly idleInTransactionMs: number;
  readonly lockMs: number;
  readonly statementMs: number;
}

/**
 * Limits of a connection that serves calls. A call ends after 15 s; each limit is shorter than the next:
 * - a process that froze inside a transaction loses it before others stop waiting for its locks;
 * - a wait for a lock ends before the statement is too long, so that the reason is known;
 * - a statement ends before its call does, so that the connection is free again.
 */
export const CALL_LIMITS: SessionLimits = {
  idleInTransactionMs: 6_000,
  lockMs: 8_000,
  statementMs: 11_000,
};

/**
 * Limits of an operator's command: no call waits for its answer, and a report may read whole
 * tables. Its waits for locks and idle transactions end as early as those of calls.
 */
export const OPERATOR_LIMITS: SessionLimits = { ...CALL_LIMITS, statementMs: 0 };

/**
 * Limits of a migration: it may rewrite a table, but while it waits for a lock all calls queue behind it.
 * @see migrate: it waits without a limit for another process that migrates
 */
export const MIGRATION_LIMITS: SessionLimits = {
  ...CALL_LIMITS,
  lockMs: CALL_LIMITS.idleInTransactionMs + 1_000,
  statementMs: 0,
};

/** Timeout of the first statement of a connection. */
const FIRST_ANSWER_MS = 5_000;

/**
 * Settings that the server needs in its session, independent of the database, its role or its host.
 * Postgres notices a client that is gone: by TCP keep-alive in an idle session (after 30 + 3 x 10
 * s), by checking the connection every 2 s while a statement runs or waits.
 */
const SESSION_SETTINGS = {
  // formats that the driver parses, and the SQL dialect of the statements
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  // Debian's Postgres would compile a withdrawal's long statement for seconds, and could not be cancelled
  jit: 'off',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  client_connection_check_interval: '2s',
  // Postgres' log never shows the parameters of a statement
  log_parameter_max_length_on_error: '0',
} as const;

/** TCP keep-alive of this side: the database's host may vanish without closing the connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/** Process id of the backend behind each connection, as in `pg_stat_activity`. */
const backends = new WeakMap<pg.ClientBase, number>();

/** Process id from Postgres itself: a pooler gives each client a number of its own. */
export const backendOf = (client: pg.ClientBase): number | undefined => backends.get(client);

/** Whether a pooler is between this connection and Postgres. */
export const isPooled = (client: pg.ClientBase): boolean =>
  (client as pg.ClientBase & { readonly processID: number }).processID !== backendOf(client);

/**
 * Sets up a new session, once for each connection to the server, in one statement. Start-up
 * parameters of the connection would not do: PgBouncer refuses those that it does not know.
 */
export async function prepareSession(client: pg.ClientBase, limits: SessionLimits): Promise<void> {
  const values = {
    ...SESSION_SETTINGS,
    idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
    lock_timeout: String(limits.lockMs),
    statement_timeout: String(limits.statementMs),
  };
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: `select set_config(name, value, false), pg_backend_pid() as backend
      from unnest($1::text[], $2::text[]) as wanted (name, value)`,
    values: [Object.keys(values), Object.values(values)],
    query_timeout: FIRST_ANSWER_MS,
  };
  const { rows } = await client.query<{ backend: number }>(query);
  const [session] = rows;
  if (session) backends.set(client, session.backend);
}

/**
 * SQL for the FROM of a statement that is a whole transaction: its commit waits for no standby. It is for statements
 * that only count, or prolong a session or a server's entry: a new primary may have no standby for some seconds.
 */
export const LOCAL_COMMIT = "set_config('synchronous_commit', 'local', true)";
