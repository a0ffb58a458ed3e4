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

async function countOthers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where application_name = 'clipurse presence' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.others ?? 0;
}

/**
 * One connection that says "in use" to the other processes on this cluster for as long as this
 * process is, and that notices when Postgres is gone: then it is started again.
 */
class Presence {
  readonly #launcher: Launcher;
  #client: pg.Client | undefined;
  #leaving = false;

  constructor(launcher: Launcher) {
    this.#launcher = launcher;
  }

  async enter(): Promise<void> {
    const { folders, log } = this.#launcher;
    await ensureRunning(this.#launcher);
    const client = await connectAsOwner(folders);
    await client.query(`set application_name = 'clipurse presence'`);
    await ensureDatabase(client);
    this.#client = client;
    client.once('end', () => {
      if (this.#leaving) return;
      log('the embedded Postgres went away: starting it again');
      this.#enterAgain();
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

  /** @returns whether this process was the last one */
  async leave(): Promise<boolean> {
    this.#leaving = true;
    if (!this.#client) return false;
    try {
      return (await countOthers(this.#client)) === 0;
    } catch {
      // it is gone already
      return false;
    } finally {
      await this.#client.end();
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
    release: async () => {
      if (await presence.leave()) await stopRunning(launcher);
    },
  };
}
