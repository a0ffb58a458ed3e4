import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { findBinaries } from '../../server/database/embedded/binaries.ts';
import { chooseIdentity, placeOf } from '../../server/database/embedded/identity.ts';
import { freePort } from './free-port.ts';
import { chooseParent, ownPrefix, removeLeftovers } from './leftovers.ts';

/** A Postgres like an operator's own: it listens on TCP, and requires passwords. */
export interface OwnPostgres {
  /** URL of the database `clipurse`, which `clipurse_owner` owns and `clipurse_server` may use */
  url(role: 'postgres' | 'clipurse_owner' | 'clipurse_server'): string;
  /** kills the main process of Postgres; its other processes end when they notice */
  kill(): Promise<void>;
  /** after `kill`: starts it again, as a service manager does, until it accepts connections */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'a#b/c';
const STOP_MS = 10_000;
const RESTART_MS = 30_000;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const parent = await chooseParent();
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, ownPrefix));
  // `removeLeftovers` looks here for a Postgres that has outlived its run
  const cluster = join(folder, 'postgres');
  const identity = await chooseIdentity(cluster);
  const { initdb, postgres } = await findBinaries(identity.owner, () => {});
  await mkdir(cluster);
  const passwords = join(folder, 'password');
  await writeFile(passwords, PASSWORD);
  const { uid, gid } = identity.owner ?? { uid: -1, gid: -1 };
  for (const path of [folder, cluster, passwords]) await chown(path, uid, gid);
  const { path, options } = placeOf(cluster, identity);
  await promisify(execFile)(
    initdb,
    [`--pgdata=${path}`, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwords}`],
    { ...options, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
  );
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  const args = [...settings, 'fsync=off'].flatMap((setting) => ['-c', setting]);
  const launch = () => spawn(postgres, ['-D', path, ...args], { ...options, stdio: 'ignore' });
  let child = launch();
  const url = (role: string, database = 'clipurse') =>
    `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const root = await vi.waitFor(() => connect(url('postgres', 'postgres')), 30_000);
  for (const role of ['clipurse_owner', 'clipurse_server']) {
    await root.query(`create role ${role} login password '${PASSWORD}'`);
  }
  await root.query('create database clipurse owner clipurse_owner');
  await root.end();
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const restart = () =>
    vi.waitFor(
      async () => {
        // Postgres refuses to start while a process of the killed one is still running
        if (child.exitCode !== null || child.signalCode !== null) child = launch();
        const found = await connect(url('postgres', 'postgres'));
        await found.end();
      },
      { timeout: RESTART_MS, interval: 20 },
    );
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  return { url, kill, restart, stop };
}
