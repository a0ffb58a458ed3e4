import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { foldersOf, makeDataDir, makePrivate, SOCKET_PORT } from './folders.ts';
import { chooseIdentity } from './identity.ts';
import { connectAsOwner, ensureRunning, type Launcher, stopRunning } from './launch.ts';

/** The database and the role of the product inside the cluster; the role is no superuser. */
const NAME = 'clipurse';

export interface Embedded {
  readonly url: string;
  /** Stops Postgres unless another process is using it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

const RETRY_MS = 1_000;
const JOIN_AGAIN_MS = 50;
const TAKEN = new Set(['42710', '42P04', '23505']);

/** Sends a statement whose work another process may have done already. */
async function once(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!TAKEN.has((error as { code?: string }).code ?? '')) throw error;
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME]);
  if (rowCount) return;
  await once(client, `create role ${NAME} login`);
  await once(client, `create database ${NAME} owner ${NAME}`);
}

/** The lock that every process in here shares: whoever can have it alone is the last. */
const PRESENCE_LOCK = 7_318_204;
const MOST_TRIES = 20;

/** Another process was the last one here and is stopping Postgres just now. */
function isStopping(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  const isEnded = /Connection terminated|connection was closed/.test(message);
  return isEnded || ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'].includes(code ?? '');
}

/**
 * One connection that says "in use" to the other processes on this cluster for as long as this
 * process is, and that notices when Postgres is gone: then it is started again.
 */
class Presence {
  readonly #launcher: Launcher;
  #client: pg.Client | undefined;
  #leaving = false;
  /** the way back after Postgres went away; leaving waits for it */
  #returning: Promise<void> = Promise.resolve();

  constructor(launcher: Launcher) {
    this.#launcher = launcher;
  }

  async enter(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#join();
        return;
      } catch (error) {
        if (!isStopping(error) || tries === MOST_TRIES) throw error;
        await delay(JOIN_AGAIN_MS);
      }
    }
  }

  async #join(): Promise<void> {
    const { folders, log } = this.#launcher;
    await ensureRunning(this.#launcher);
    const client = await connectAsOwner(folders);
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    await ensureDatabase(client);
    this.#client = client;
    client.once('end', () => {
      if (this.#leaving) return;
      log('the embedded Postgres went away: starting it again');
      this.#returning = this.#enterAgain();
    });
  }

  /** Tries until it succeeds: what is in the way, a full disk say, may go. */
  async #enterAgain(): Promise<void> {
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

  /** Stops Postgres when no other process shares the lock; of two that leave at once, one does. */
  async leave(): Promise<void> {
    this.#leaving = true;
    await this.#returning;
    if (!this.#client) return;
    try {
      await this.#client.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
      const { rows } = await this.#client.query<{ last: boolean }>(
        'select pg_try_advisory_lock($1) as last',
        [PRESENCE_LOCK],
      );
      // held until it has stopped: whoever comes now waits, and starts it anew
      if (rows[0]?.last) await stopRunning(this.#launcher);
    } catch {
      // it is gone already
    } finally {
      await this.#client.end().catch(() => undefined);
    }
  }
}

/**
 * Starts the Postgres under `dataDir`, or joins the one that another process started.
 * @throws DatabaseError with one line when that cannot be
 */
export async function openEmbedded({ dataDir, log }: EmbeddedOptions): Promise<Embedded> {
  await makeDataDir(dataDir);
  const folders = foldersOf(dataDir);
  const binaries = await findBinaries();
  const identity = await chooseIdentity([binaries.postgres, folders.cluster]);
  const launcher = { folders, binaries, identity, log };
  if (await ensureCluster(folders.cluster, binaries, identity)) {
    log(`made a database under ${dataDir}`);
  }
  await makePrivate(folders.socket, identity);
  const presence = new Presence(launcher);
  await presence.enter();
  const host = encodeURIComponent(folders.socket);
  return {
    url: `postgres:///${NAME}?host=${host}&port=${SOCKET_PORT}&user=${NAME}`,
    release: () => presence.leave(),
  };
}
