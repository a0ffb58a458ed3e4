import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { chooseIdentity } from '../../../server/database/embedded/identity.ts';
import { startProxy } from './proxy.ts';

/** Debian installs PgBouncer in a folder that only root's `PATH` has. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const binary = folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync);

export const hasPgBouncer = binary !== undefined;

export interface PgBouncer {
  /** a connection string to the same database, through PgBouncer */
  readonly url: string;
  close(): Promise<void>;
}

const PORT = 6432;
const PASSWORD = 'a#b/c';

/**
 * Starts the real PgBouncer in front of a database, on a Unix socket. PgBouncer requires a password
 * (SCRAM), and refuses start-up parameters that it does not know.
 * @param databaseUrl names a Unix socket's folder as `host`, and its `port` and `user`
 * @param settings lines for the section `pgbouncer` of its configuration
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: readonly string[],
): Promise<PgBouncer> {
  // short: the path of a socket has at most 107 bytes
  const folder = await mkdtemp('/tmp/clipurse-pooler-');
  const proxy = await startProxy(databaseUrl);
  const { hostname, port, username, pathname } = new URL(proxy.url);
  const lines = [
    ...['[databases]', `* = host=${hostname} port=${port} user=${username}`],
    ...['[pgbouncer]', 'listen_addr =', `listen_port = ${PORT}`, `unix_socket_dir = ${folder}`],
    ...['auth_type = scram-sha-256', `auth_file = ${folder}/users.txt`, ...settings],
  ];
  await writeFile(join(folder, 'users.txt'), `"${username}" "${PASSWORD}"\n`);
  await writeFile(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  await chmod(folder, 0o777);
  // PgBouncer refuses to run as root, as Postgres does
  const { owner } = await chooseIdentity(join(folder, 'none'));
  const child = spawn(binary ?? '', [join(folder, 'pgbouncer.ini')], {
    ...(owner && { uid: owner.uid, gid: owner.gid }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await proxy.close();
    await rm(folder, { recursive: true });
  };
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('process up')) resolve();
    });
    ended.then(() => reject(new Error(`PgBouncer ended: ${said}`)));
  });
  const search = new URLSearchParams({ host: folder, port: `${PORT}`, user: username });
  return {
    url: `postgres://${pathname}?${search}&password=${encodeURIComponent(PASSWORD)}`,
    close,
  };
}
