import { chmod, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeSymlinks } from '../../server/database/embedded/binaries.ts';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { isPostgres, readPostmaster } from '../../server/database/embedded/process.ts';
import type { OpenDatabase } from '../../server/database/open.ts';
import { openWithDemo } from '../../server/demo/open.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { startChild } from './children.ts';

/** The data folder of all tests that need no first start, because making a database is slow. */
let dataDir: string;
const folders: string[] = [];
const cluster = (dir = dataDir) => foldersOf(dir).cluster;

async function newFolder(): Promise<string> {
  const folder = await makeDataHome();
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  dataDir = await newFolder();
});
afterEach(async () => {
  // a Postgres that a failed test has left running would keep the folder in use
  const running = await Promise.all(folders.map((folder) => readPostmaster(cluster(folder))));
  for (const pid of running) if (pid !== null && isPostgres(pid)) process.kill(pid, 'SIGQUIT');
  await Promise.all(running.map((pid) => (pid === null ? undefined : untilDead(pid))));
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function open(log: string[] = [], dir = dataDir): Promise<OpenDatabase> {
  return openWithDemo({ databaseUrl: null, dataDir: dir, log: (line) => log.push(line) });
}

async function postmaster(dir = dataDir): Promise<number> {
  const pid = await readPostmaster(cluster(dir));
  if (pid === null) throw new Error('no Postgres runs');
  return pid;
}

async function untilDead(pid: number): Promise<void> {
  while (isPostgres(pid)) await new Promise((resolve) => setImmediate(resolve));
}

test('a first start makes and fills a database, and the next start finds it again', async () => {
  const log: string[] = [];
  // the leftover of a killed process; in a container, this process may have the same process id
  const leftover = `${cluster()}.new-${process.pid}`;
  await mkdir(leftover);
  const first = await open(log);
  const { rows } = await first.pool.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('data_checksums') as checksums, current_setting('listen_addresses') as tcp,
       (select usesuper from pg_user where usename = current_user) as superuser,
       (select count(*) > 0 from video) as filled`,
  );
  expect({ rows, log }).toEqual({
    rows: [{ fsync: 'on', commit: 'on', checksums: 'on', tcp: '', superuser: false, filled: true }],
    log: [`a new database was made under ${dataDir}`, 'the database was filled with the demo'],
  });
  const pid = await postmaster();
  await first.pool.query(`insert into secret (name, value) values ('mark', '\\x01')`);
  await first.close();
  expect(isPostgres(pid)).toBe(false);

  const again: string[] = [];
  const second = await open(again);
  const marks = await second.pool.query(`select value from secret where name = 'mark'`);
  expect({ marks: marks.rows, again }).toEqual({ marks: [{ value: Buffer.from([1]) }], again: [] });
  await second.close();
});

test('the server’s database role cannot change or delete a transfer', async () => {
  const database = await open();
  for (const statement of ['update transfer set amount = 1', 'delete from transfer']) {
    await expect(database.pool.query(statement)).rejects.toThrow('permission denied');
  }
  await database.close();
});

test('a second process shares Postgres, and the last process to close stops it', async () => {
  const first = await open();
  const pid = await postmaster();
  const other = startChild('hold.ts', dataDir);
  await other.line('open');
  await first.close();
  expect({ alive: isPostgres(pid), pid: await postmaster() }).toEqual({ alive: true, pid });
  other.process.stdin?.write('close\n');
  expect(await other.line('videos')).not.toBe('videos 0');
  await other.ended;
  expect(isPostgres(pid)).toBe(false);
});

test('concurrent first starts share one database', async () => {
  const folder = await newFolder();
  const children = [startChild('hold.ts', folder), startChild('hold.ts', folder)];
  await Promise.all(children.map((child) => child.line('open')));
  const pid = await postmaster(folder);
  for (const child of children) child.process.stdin?.write('close\n');
  await Promise.all(children.map(({ ended }) => ended));
  expect(isPostgres(pid)).toBe(false);
});

test('a server that was killed leaves Postgres running; the next server uses and stops it', async () => {
  const killed = startChild('hold.ts', dataDir);
  await killed.line('open');
  const pid = await postmaster();
  killed.process.kill('SIGKILL');
  await killed.ended;
  const database = await open();
  expect(await postmaster()).toBe(pid);
  await database.close();
  expect(isPostgres(pid)).toBe(false);
});

test('a server restarts a Postgres that was killed', async () => {
  const log: string[] = [];
  const database = await open(log);
  const pid = await postmaster();
  process.kill(pid, 'SIGKILL');
  await untilDead(pid);
  const answer = async (): Promise<unknown> => {
    try {
      return (await database.pool.query('select 1 as one')).rows;
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
      return answer();
    }
  };
  // the children of a killed postmaster live a moment longer, and may still answer
  await expect
    .poll(() => log.slice(-2))
    .toEqual([
      'the embedded Postgres has stopped: this process starts it again',
      'the embedded Postgres was not stopped in order: it recovers its data now',
    ]);
  expect(await answer()).toEqual([{ one: 1 }]);
  await database.close();
});

test('a postmaster.pid with the process id of another program does not stop a start', async () => {
  await (await open()).close();
  await writeFile(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n0\n5432\n`);
  const log: string[] = [];
  const database = await open(log);
  expect(log).toEqual(['the embedded Postgres was not stopped in order: it recovers its data now']);
  await database.close();
});

test('a folder whose path is too long for a socket gets a short socket path elsewhere', async () => {
  const long = join(await newFolder(), 'x'.repeat(100));
  folders.unshift(long);
  const database = await open([], long);
  const { socket } = foldersOf(long);
  expect(socket.startsWith('/tmp/')).toBe(true);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await database.close();
});

test.runIf(process.getuid?.() === 0)(
  'as root, Postgres starts in a folder that is closed to its user',
  async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const database = await open([], join(closed, 'data'));
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  },
);

const refusal = (options: { databaseUrl?: string; dir?: string }) =>
  openWithDemo({
    databaseUrl: options.databaseUrl ?? null,
    dataDir: options.dir ?? dataDir,
    log: () => {},
  }).then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('if Postgres cannot start with the data, the error names the log file', async () => {
  const copy = await newFolder();
  await (await open([], copy)).close();
  await rm(join(cluster(copy), 'global', 'pg_control'));
  const [line, ...more] = (await refusal({ dir: copy })).split('\n');
  expect(more).toEqual([]);
  expect(line).toMatch(/^DatabaseError: the embedded Postgres does not start: /);
  expect(line?.endsWith(` (${foldersOf(copy).logFile})`)).toBe(true);
});

test('a start is refused in one line: data of another version of Postgres, a file as folder, an unreachable database', async () => {
  const old = await newFolder();
  await mkdir(cluster(old));
  await writeFile(join(cluster(old), 'PG_VERSION'), '15\n');
  expect(await refusal({ dir: old })).toBe(
    `DatabaseError: ${cluster(old)} was written by Postgres 15 and this is Postgres 18: move its data with pg_dump, or use another DATA_DIR`,
  );
  const file = join(old, 'file');
  await writeFile(file, '');
  expect(await refusal({ dir: file })).toMatch(
    /^DatabaseError: DATA_DIR .* cannot be made: EEXIST/,
  );
  expect(await refusal({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).toBe(
    'DatabaseError: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  );
});

test('a database that is newer than the code, or has other migrations, is refused', async () => {
  const database = await open();
  await database.pool.query(`insert into migration values (9999, '9999_later.sql', '', now())`);
  expect(await refusal({})).toBe(
    'DatabaseError: the database is newer than this version of the server: it has 9999_later.sql',
  );
  await database.pool.query('delete from migration where number = 9999');
  await database.pool.query(`update migration set checksum = 'other' where number = 3`);
  expect(await refusal({})).toBe(
    'DatabaseError: the database was made by a 0003_ledger.sql that differs from the file of this version of Clipurse',
  );
  await database.close();
});

test('library links are made if the package was installed without scripts', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  await writeFile(
    join(folder, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  for (let round = 0; round < 2; round += 1) await makeSymlinks(folder);
  const link = join(folder, 'native', 'lib', 'libpq.so.5');
  expect([await readlink(link), await readFile(link, 'utf8')]).toEqual([
    'libpq.so.5.18',
    'library',
  ]);
});
