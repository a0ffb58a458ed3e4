import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import { assertNotMoved } from '../moved.ts';
import { folderOfArchive, settleArchive } from './archive.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { foldersOf, makeDataDir, SOCKET_PORT } from './folders.ts';
import { chooseIdentity } from './identity.ts';
import { connectAsOwner, ensureRunning, type Launcher, stopRunning } from './launch.ts';

/** The database and the role of the product inside the cluster; the role is no superuser. */
const NAME = 'clipurse';

export interface Embedded {
  readonly url: string;
  /** whether another process uses the cluster */
  isShared(): Promise<boolean>;
  /** Stops Postgres unless another process is using it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** false: fails when there is no database; not given: makes it */
  readonly makes?: boolean;
  /** true: opens a database that was moved elsewhere, too; not given: fails then */
  readonly opensMoved?: boolean;
  /** folder for the archived log of Postgres; null: none; not given: unchanged */
  readonly archiveDir?: string | null | undefined;
  /** settings of Postgres for a recovery, besides the usual ones */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

const RETRY_MS = 1_000;
const REJOIN_MS = 50;
/** duplicate_object, duplicate_database, unique_violation */
const EXISTS_ALREADY = new Set(['42710', '42P04', '23505']);

/** Runs a `create` that another process may have run already. */
async function createIfMissing(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!EXISTS_ALREADY.has((error as { code?: string }).code ?? '')) throw error;
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME]);
  if (rowCount) return;
  await createIfMissing(client, `create role ${NAME} login`);
  await createIfMissing(client, `create database ${NAME} owner ${NAME}`);
}

/** Every process on the cluster shares this lock: a process that gets the lock exclusively is the last. */
const PRESENCE_LOCK_ID = 7_318_204;
const MAX_ATTEMPTS = 20;

/** Whether another process, the last on the cluster, is stopping Postgres at this moment. */
function isStopping(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  const isEnded = /Connection terminated|connection was closed/.test(message);
  return isEnded || ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'].includes(code ?? '');
}

/**
 * A connection that holds the shared lock while this process uses the cluster. When it breaks,
 * Postgres has ended and is started again.
 */
class Presence {
  readonly #launcher: Launcher;
  #client: pg.Client | undefined;
  #leaving = false;
  /** the restart after Postgres ended; leaving waits for it */
  #restarting: Promise<void> = Promise.resolve();

  constructor(launcher: Launcher) {
    this.#launcher = launcher;
  }

  async enter(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#join();
        return;
      } catch (error) {
        if (!isStopping(error) || attempt === MAX_ATTEMPTS) throw error;
        await delay(REJOIN_MS);
      }
    }
  }

  async #join(): Promise<void> {
    const { folders, log } = this.#launcher;
    await ensureRunning(this.#launcher);
    const client = await connectAsOwner(folders);
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK_ID]);
    await ensureDatabase(client);
    this.#client = client;
    client.once('end', () => {
      if (this.#leaving) return;
      log('the embedded Postgres has stopped: this process starts it again');
      this.#restarting = this.#restart();
    });
  }

  /** Retries until it succeeds: the cause, for example a full disk, may pass. */
  async #restart(): Promise<void> {
    while (!this.#leaving) {
      try {
        await this.enter();
        return;
      } catch (error) {
        this.#launcher.log((error as Error).message);
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** Whether the running Postgres, which another process may have started, has this process's archive setting. */
  async archivesAsConfigured(): Promise<boolean> {
    const { archive } = this.#launcher;
    const result = await this.#client?.query<{ mode: string; folder: string | null }>(
      `select current_setting('archive_mode') as mode,
         current_setting('basic_archive.archive_directory', true) as folder`,
    );
    const { mode, folder } = result?.rows[0] ?? {};
    return archive ? mode === 'on' && folder === folderOfArchive(archive) : mode === 'off';
  }

  async isShared(): Promise<boolean> {
    const result = await this.#client?.query<{ shares: number }>(
      `select count(*)::int as shares from pg_locks
       where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
      [PRESENCE_LOCK_ID],
    );
    return (result?.rows[0]?.shares ?? 0) > 1;
  }

  /** Stops Postgres when no other process shares the lock; of two processes that leave at once, one stops it. */
  async leave(): Promise<void> {
    this.#leaving = true;
    await this.#restarting;
    if (!this.#client) return;
    try {
      await this.#client.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK_ID]);
      const { rows } = await this.#client.query<{ last: boolean }>(
        'select pg_try_advisory_lock($1) as last',
        [PRESENCE_LOCK_ID],
      );
      // the lock is held until Postgres has stopped: a process that joins now waits, then starts it again
      if (rows[0]?.last) await stopRunning(this.#launcher);
    } catch {
      // Postgres has ended already
    } finally {
      await this.#client.end().catch(() => undefined);
    }
  }
}

/** Enters the cluster; restarts a Postgres that another process left running without this archive. */
async function enterWithArchive(launcher: Launcher): Promise<Presence> {
  const first = new Presence(launcher);
  await first.enter();
  if (await first.archivesAsConfigured()) return first;
  await first.leave();
  const second = new Presence(launcher);
  await second.enter();
  if (!(await second.archivesAsConfigured())) {
    launcher.log(
      'another process uses Postgres with another ARCHIVE_DIR: stop all processes of this DATA_DIR, then start this server again',
    );
  }
  return second;
}

async function assertExists(cluster: string, dataDir: string): Promise<void> {
  const found = await stat(join(cluster, 'PG_VERSION')).catch((error) => error as Error);
  if (!(found instanceof Error)) return;
  if ((found as NodeJS.ErrnoException).code === 'ENOENT') {
    throw new DatabaseError(
      `there is no database under ${dataDir}: set DATA_DIR or DATABASE_URL to the value of the server`,
    );
  }
  throw new DatabaseError(`the embedded database cannot be read: ${found.message}`);
}

/**
 * Starts the Postgres under `dataDir`, or joins one that another process started.
 * @throws DatabaseError with one line when it can do neither
 */
export async function openEmbedded({
  dataDir,
  log,
  makes = true,
  opensMoved = false,
  archiveDir,
  settings = {},
}: EmbeddedOptions): Promise<Embedded> {
  const folders = foldersOf(dataDir);
  if (makes) await makeDataDir(dataDir);
  else await assertExists(folders.cluster, dataDir);
  const identity = await chooseIdentity(folders.cluster);
  const binaries = await findBinaries(identity.owner, log);
  if (await ensureCluster(folders.cluster, binaries, identity)) {
    log(`a new database was made under ${dataDir}`);
  }
  const archive = await settleArchive({ folders, binaries, identity, log }, archiveDir);
  const presence = await enterWithArchive({
    ...{ folders, binaries, identity, log },
    ...{ archive, settings },
  });
  try {
    // checked after other processes can see this one: an earlier move has left its record, and a later move fails
    if (!opensMoved) await assertNotMoved(dataDir);
  } catch (error) {
    await presence.leave();
    throw error;
  }
  const host = encodeURIComponent(folders.socket);
  return {
    url: `postgres:///${NAME}?host=${host}&port=${SOCKET_PORT}&user=${NAME}`,
    isShared: () => presence.isShared(),
    release: () => presence.leave(),
  };
}
