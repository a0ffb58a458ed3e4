import type pg from 'pg';

/** How long a connection may make others wait, in ms; 0: without a limit. */
export interface SessionLimits {
  readonly idleInTransactionMs: number;
  readonly lockMs: number;
  readonly statementMs: number;
}

/**
 * Of a connection that serves calls. A call ends after 15 s; each limit is shorter than the next:
 * - a process that froze inside a transaction loses it before those that wait for its locks give up;
 * - who waits for a lock gives up before the statement is too long, so that the reason is known;
 * - a statement ends before its call does, so that the connection is free again.
 */
export const CALL_LIMITS: SessionLimits = {
  idleInTransactionMs: 6_000,
  lockMs: 8_000,
  statementMs: 11_000,
};

/**
 * Of an operator's command: nobody's call waits for its answer, and a report may read whole tables.
 * It still gives up a lock, and loses its transaction, as soon as others do.
 */
export const OPERATOR_LIMITS: SessionLimits = { ...CALL_LIMITS, statementMs: 0 };

/**
 * Of a migration: it may rewrite a table, but while it waits for one all calls queue behind it.
 * @see migrate, which waits without a limit for another process that migrates
 */
export const MIGRATION_LIMITS: SessionLimits = {
  ...CALL_LIMITS,
  lockMs: CALL_LIMITS.idleInTransactionMs + 1_000,
  statementMs: 0,
};

/** How long the database may take to answer the first statement of a connection. */
const FIRST_ANSWER_MS = 5_000;

/**
 * What the server needs of its session, whatever the database, its role or its host set. Postgres
 * notices a process that is gone: by TCP keep-alive when nothing runs (after 30 + 3 x 10 s), by
 * looking at the connection every 2 s while a statement runs or waits.
 */
const ALWAYS = {
  // as the driver reads what it gets, and as the statements mean what they say
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  // Debian's Postgres would compile a withdrawal's long statement for seconds, and could not be stopped
  jit: 'off',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  client_connection_check_interval: '2s',
  // Postgres' log never shows what a statement was called with
  log_parameter_max_length_on_error: '0',
} as const;

/** TCP keep-alive of this side: the database's host may be gone without a word. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/** The process of Postgres behind each connection, as `pg_stat_activity` names it. */
const backends = new WeakMap<pg.ClientBase, number>();

/** Asked of Postgres: a pooler between tells each client a number of its own. */
export const backendOf = (client: pg.ClientBase): number | undefined => backends.get(client);

/** Whether a pooler stands between this connection and Postgres. */
export const isPooled = (client: pg.ClientBase): boolean =>
  (client as pg.ClientBase & { readonly processID: number }).processID !== backendOf(client);

/**
 * Sets up a new session; once for each connection to the server, in one statement. Not by the
 * connection's start-up parameters: PgBouncer refuses those that it does not know.
 */
export async function prepareSession(client: pg.ClientBase, limits: SessionLimits): Promise<void> {
  const values = {
    ...ALWAYS,
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
 * In the FROM of a statement that is a transaction of its own: its commit waits for no standby. For what only
 * counts or prolongs, beside what people read: a new primary may have no standby for some seconds.
 */
export const WITHOUT_STANDBY = "set_config('synchronous_commit', 'local', true)";
