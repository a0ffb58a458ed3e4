import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm, rmdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import { writeAccess } from './access.ts';
import { type Archive, removeArchiveDrafts, settingsOfArchive } from './archive.ts';
import type { Binaries } from './binaries.ts';
import { type Folders, makePrivate, SOCKET_PORT } from './folders.ts';
import { type Identity, placeOf } from './identity.ts';
import { isAlive, isPostgres, readPostmaster } from './process.ts';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 15;
const MAX_LOG_BYTES = 5_000_000;

/** Every acknowledged transaction is on disk; memory fits a machine that serves other things too. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  jit: 'off',
  timezone: 'UTC',
  // the product logs its own errors: in this log they would show personal data
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
} as const;

export interface Launcher {
  readonly folders: Folders;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly log: (line: string) => void;
  /** folder for the archived log of Postgres; null: not archived */
  readonly archive: Archive | null;
  /** settings of Postgres besides the usual ones */
  readonly settings: Readonly<Record<string, string>>;
}

/** Connects as the cluster's superuser, to the database that always exists. */
export async function connectAsOwner({ socket }: Folders): Promise<pg.Client> {
  const client = new pg.Client({
    host: socket,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    application_name: 'clipurse launcher',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const INVALID_AUTHORIZATION = '28000';

type ServerState = 'ready' | 'busy' | 'absent';

/** Connects to the socket; `busy`: a Postgres is starting or stopping. */
async function probe(folders: Folders): Promise<ServerState> {
  try {
    const client = await connectAsOwner(folders);
    await client.end();
    return 'ready';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
    if (code === 'EACCES') {
      throw new DatabaseError(`${folders.socket} belongs to another user's server: ${message}`);
    }
    if (code === INVALID_AUTHORIZATION) {
      throw new DatabaseError(
        `the embedded Postgres of ${folders.cluster} does not admit this user: use the server's user, or root`,
      );
    }
    return 'busy';
  }
}

/** Log lines about clients, this process among them, that connect too early: they are not why a start failed. */
const REFUSAL = /FATAL: +the database system is /;

async function lastError(logFile: string, from: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(from).toString();
  const lines = text
    .split('\n')
    .filter((line) => /FATAL|PANIC|error while loading/.test(line) && !REFUSAL.test(line));
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? text.trim().split('\n').at(-1) ?? '';
}

/** Errors worth another attempt: another process started first, or a killed Postgres' memory is still in use. */
const TRANSIENT =
  /lock file .* (already exists|is empty|No such file)|shared memory block .* still in use/;

/** Starts the process of Postgres, which may outlive this one: its log is a file, not a pipe. */
function spawnPostgres(launcher: Launcher): ChildProcess {
  const { folders, binaries, identity } = launcher;
  const { path, options } = placeOf(folders.cluster, identity);
  const log = openSync(folders.logFile, 'a');
  const socket = openSync(folders.socket, 'r');
  // the socket's folder may lie below a closed folder, too: Postgres gets it as an open descriptor
  const socketPath = identity.closedFolder === null ? folders.socket : '/proc/self/fd/3';
  const settings = {
    ...{ ...SETTINGS, unix_socket_directories: socketPath },
    ...{ ...(launcher.archive && settingsOfArchive(launcher.archive)), ...launcher.settings },
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // detached: Ctrl-C in a terminal ends this process only, which stops Postgres when it is done
  const child = spawn(binaries.postgres, ['-D', path, ...args], {
    ...options,
    detached: true,
    stdio: ['ignore', log, log, socket],
  });
  closeSync(log);
  closeSync(socket);
  child.unref();
  return child;
}

/** Starts Postgres and waits until it answers. @returns false: try again, see `TRANSIENT` */
async function start(launcher: Launcher): Promise<boolean> {
  const { folders, identity, archive } = launcher;
  const size = await stat(folders.logFile).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await truncate(folders.logFile);
  const from = size > MAX_LOG_BYTES ? 0 : size;
  await makePrivate(folders.socket, identity);
  await writeAccess(folders.cluster, identity);
  if (archive) await removeArchiveDrafts(archive);
  const child = spawnPostgres(launcher);
  const exited = new Promise<Error | null>((resolve) => {
    child.once('error', resolve);
    child.once('exit', () => resolve(null));
  });
  let exit: { error: Error | null } | undefined;
  exited.then((error) => {
    exit = { error };
  });
  while (!exit) {
    if ((await probe(folders)) === 'ready') return true;
    await Promise.race([exited, delay(POLL_MS)]);
  }
  const why = exit.error?.message ?? (await lastError(folders.logFile, from));
  if (TRANSIENT.test(why)) return false;
  throw new DatabaseError(`the embedded Postgres does not start: ${why} (${folders.logFile})`);
}

/**
 * Makes sure that a Postgres serves the cluster: joins a running one, or starts one, also after a
 * crash.
 * @returns whether this call started it
 * @throws DatabaseError with the reason when it cannot
 */
export async function ensureRunning(launcher: Launcher): Promise<boolean> {
  const { folders, log } = launcher;
  const deadline = Date.now() + START_TIMEOUT_MS;
  let isRecovering = false;
  while (Date.now() < deadline) {
    const state = await probe(folders);
    if (state === 'ready') return false;
    const pid = await readPostmaster(folders.cluster);
    if (state === 'absent' && (pid === null || !isPostgres(pid))) {
      if (pid !== null) {
        // several starts may be needed while a killed Postgres' memory is still in use
        if (!isRecovering)
          log('the embedded Postgres was not stopped in order: it recovers its data now');
        isRecovering = true;
        // another program may have this id by now: Postgres would mistake it for a running Postgres
        if (isAlive(pid)) await rm(join(folders.cluster, 'postmaster.pid'), { force: true });
      }
      if (await start(launcher)) return true;
    }
    await delay(POLL_MS);
  }
  throw new DatabaseError('the embedded Postgres does not answer');
}

/** Stops the cluster in order: connections are ended, all data is on disk. */
export async function stopRunning({
  folders,
  log,
}: Pick<Launcher, 'folders' | 'log'>): Promise<void> {
  const pid = await readPostmaster(folders.cluster);
  if (pid === null || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (isPostgres(pid)) {
    if (Date.now() > deadline) {
      log('the embedded Postgres did not stop in time');
      return;
    }
    await delay(POLL_MS);
  }
  // fails when a Postgres that starts at this moment has put its socket there
  await rmdir(folders.socket).catch(() => undefined);
}
