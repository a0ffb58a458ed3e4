import type pg from 'pg';
import { createPool } from './database.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import { type Embedded, openEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

export interface OpenDatabaseOptions {
  /** null: the embedded Postgres under `dataDir` */
  readonly databaseUrl: string | null;
  /** absolute */
  readonly dataDir: string;
  /** one line for people: a first start, a recovery */
  readonly log: (line: string) => void;
  /** called for each connection that broke while idle */
  readonly onError?: (error: Error) => void;
  readonly maxConnections?: number;
  /** of each statement, in ms; not given: as long as it takes */
  readonly queryTimeoutMs?: number;
}

export interface OpenDatabase {
  readonly pool: pg.Pool;
  readonly url: string;
  readonly embedded: boolean;
  /** Closes the pool; stops the embedded Postgres unless another process is using it. */
  close(): Promise<void>;
}

const MIN_VERSION = 150_000;

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; name: string }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_version') as name`,
  );
  const [server] = rows;
  if (server && server.version < MIN_VERSION) {
    throw new DatabaseError(`Postgres ${server.name} is too old: 15 or newer is needed`);
  }
}

/**
 * Connects, or launches the embedded Postgres or joins the one that runs, and brings the schema up
 * to date.
 * @throws DatabaseError with one line when that cannot be
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, log, onError, maxConnections, queryTimeoutMs } = options;
  const embedded: Embedded | null =
    databaseUrl === null ? await openEmbedded({ dataDir, log }).catch(fail) : null;
  const url = embedded?.url ?? databaseUrl ?? '';
  const pool = createPool({
    url,
    ...(maxConnections ? { max: maxConnections } : {}),
    ...(queryTimeoutMs ? { queryTimeoutMs } : {}),
    ...(onError ? { onError } : {}),
  });
  const close = async () => {
    await pool.end();
    await embedded?.release();
  };
  try {
    await checkVersion(pool);
    await migrate(url);
    return { pool, url, embedded: embedded !== null, close };
  } catch (error) {
    await close();
    throw toDatabaseError(error);
  }
}

function fail(error: unknown): never {
  throw toDatabaseError(error);
}
