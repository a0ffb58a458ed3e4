import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { checkConnections, checkSessions, checkVersion } from './checks.ts';
import { attachKeys, DataKeys, type KeySource } from './data-keys.ts';
import { createPool, isUnavailable } from './database.ts';
import { toDatabaseError } from './database-error.ts';
import { type Embedded, type EmbeddedOptions, openEmbedded } from './embedded/embedded.ts';
import { assertMigrated, migrate } from './migrate.ts';
import type { SessionLimits } from './session.ts';

export interface OpenDatabaseOptions extends Pick<EmbeddedOptions, 'archiveDir' | 'settings'> {
  /** null: the embedded Postgres under `dataDir` */
  readonly databaseUrl: string | null;
  /** absolute */
  readonly dataDir: string;
  /** not given: the key file of `dataDir` only */
  readonly dataKeys?: KeySource;
  /** receives lines for people, such as on a first start or a recovery */
  readonly log: (line: string) => void;
  /** called for each connection that broke while idle */
  readonly onError?: (error: Error) => void;
  readonly maxConnections?: number;
  /** timeouts of each connection's session; not given: the limits of a call */
  readonly limits?: SessionLimits;
  /** timeout of each statement, in ms; not given: none */
  readonly queryTimeoutMs?: number;
  /** how long to wait for a database that is not reachable yet, in ms; not given: not at all */
  readonly waitMs?: number;
  /**
   * false: makes neither an embedded database nor its tables, and fails when they are missing; not
   * given: makes them. An external Postgres gets its tables only by `database migrate`.
   */
  readonly makes?: boolean;
  /** false: opens the database even if sealed data cannot be read; not given: fails then */
  readonly checksKeys?: boolean;
}

export interface OpenDatabase {
  readonly pool: pg.Pool;
  readonly keys: DataKeys;
  readonly url: string;
  readonly embedded: boolean;
  /** names the database for people, without its password */
  readonly name: string;
  /** Closes the pool; stops the embedded Postgres unless another process is using it. */
  close(): Promise<void>;
}

const WAIT_POLL_MS = 250;

/** Names the database of a URL for people; null: the embedded one. */
export function nameDatabase(databaseUrl: string | null, dataDir: string): string {
  if (databaseUrl === null) return `embedded in ${dataDir}`;
  const { host, port, database, user } = new pg.Client({ connectionString: databaseUrl });
  return `${database} at ${host}:${port} as ${user}`;
}

/** Waits until the database answers: a machine starts its services in any order. */
async function untilReachable(
  pool: pg.Pool,
  name: string,
  { waitMs = 0, log }: OpenDatabaseOptions,
): Promise<void> {
  const end = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      await pool.query('select');
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() >= end) throw error;
      if (isFirst)
        log(
          `waiting for the database ${name}: ${(error as Error).message || (error as { code?: string }).code}`,
        );
      await delay(WAIT_POLL_MS);
    }
  }
}

/**
 * Opens the database: connects to an external Postgres, whose schema must be of this version; or starts
 * or joins the embedded one, and brings its schema up to date.
 * @throws DatabaseError with one line when it cannot be used
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, log, onError, maxConnections, limits, queryTimeoutMs } = options;
  const { makes = true, checksKeys = true, archiveDir, settings } = options;
  const keys = new DataKeys(options.dataKeys ?? { given: [], file: join(dataDir, 'data-key') });
  const embedded: Embedded | null =
    databaseUrl === null
      ? await openEmbedded({ dataDir, log, makes, archiveDir, settings }).catch(fail)
      : null;
  const url = embedded?.url ?? databaseUrl ?? '';
  const name = nameDatabase(databaseUrl, dataDir);
  const pool = createPool({
    url,
    ...(maxConnections ? { max: maxConnections } : {}),
    ...(limits ? { limits } : {}),
    ...(queryTimeoutMs ? { queryTimeoutMs } : {}),
    ...(onError ? { onError } : {}),
  });
  attachKeys(pool, keys);
  const close = async () => {
    await pool.end();
    await embedded?.release();
  };
  try {
    await untilReachable(pool, name, options);
    await checkVersion(pool);
    if (databaseUrl !== null) await checkSessions(pool);
    if (databaseUrl !== null && makes) await checkConnections(pool, databaseUrl);
    if (makes && embedded) await migrate(url);
    else await assertMigrated(pool, embedded ? 'embedded' : 'own');
    if (checksKeys) await assertKeys(pool, keys);
    return { pool, keys, url, embedded: embedded !== null, name, close };
  } catch (error) {
    await close();
    throw toDatabaseError(error);
  }
}

/** @throws DatabaseError when this process lacks a key that may have sealed data */
async function assertKeys(pool: pg.Pool, keys: DataKeys): Promise<void> {
  const { rows } = await pool.query<{ key_id: string }>(
    `select key_id from data_key where place >= coalesce(
       (select max(place) from data_key where done_at is not null), 0)`,
  );
  for (const { key_id } of rows) keys.find(key_id);
}

function fail(error: unknown): never {
  throw toDatabaseError(error);
}
