import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nameDatabase } from '../../server/database/open.ts';
import { readServerRecord, writeServerRecord } from '../../server/database/server-record.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { startInProcess } from './http/in-process.ts';
import { startProcess } from './http/process.ts';
import { CLIP, dataDir, domain, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-place-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command. @returns its status, answer, errors and progress */
async function call(argv: readonly string[], env: Record<string, string>) {
  const said = { out: [] as string[], err: [] as string[], progress: [] as string[] };
  const status = await runOperator(argv, env, {
    out: (text) => said.out.push(text),
    err: (text) => said.err.push(text),
    progress: (text) => said.progress.push(text),
  });
  return { status, ...said };
}

test.each([
  ['withdrawals', 'list'],
  ['config', 'set', 'withdraw.enabled', 'false'],
])(
  'without the server’s environment %s %s makes no database, and names the variables to set',
  async (...argv) => {
    const folder = join(await newFolder(), 'data');
    expect(await call(argv, { DATA_DIR: folder })).toEqual({
      status: 1,
      out: [],
      err: [
        `there is no database under ${folder}: set DATA_DIR or DATABASE_URL to the value of the server`,
      ],
      progress: [],
    });
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  },
);

test('a command without the server’s DATABASE_URL is refused, and the error names the database', async () => {
  const username = 'placed';
  await domain.user({ username });
  const folder = await newFolder();
  const server = startProcess({ DATABASE_URL: domain.url, DATA_DIR: folder });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const address = await server.ready;
  const database = nameDatabase(domain.url, folder);
  expect(await readServerRecord(folder)).toEqual({
    ...{ address, publicUrl: address, database, pid: server.child.pid },
    runs: true,
  });
  const refusal = {
    status: 1,
    out: [],
    err: [
      `the server ${address} of ${folder} uses the database ${database}: set DATABASE_URL to the value of the server`,
    ],
    progress: [],
  };
  expect(await call(['withdrawals', 'list'], { DATA_DIR: folder })).toEqual(refusal);
  // a command that changes something reports its database and server
  const change = ['config', 'set', 'video.reward', '0.25'];
  const env = { DATABASE_URL: domain.url, DATA_DIR: folder };
  const changed = { status: 0, out: ['video.reward = 0.25 USD'], err: [] };
  expect(await call(change, env)).toEqual({
    ...changed,
    progress: [`database: ${database}; server: ${address}`],
  });
  const reset = ['users', 'reset-link', username];
  const link = (base: string) => new RegExp(`\n${base}/reset#code=[0-9a-f]{40}\n`);
  expect((await call(reset, env)).out[0]).toMatch(link(address));
  server.child.kill('SIGTERM');
  await server.ended;
  expect((await call(reset, env)).out[0]).toMatch(link(address));
  const named = { ...env, PUBLIC_URL: 'https://clips.example' };
  expect((await call(reset, named)).out[0]).toMatch(link('https://clips.example'));
  expect(await call(change, env)).toEqual({
    ...changed,
    progress: [`database: ${database}; server: no server is known in ${folder}`],
  });
  expect(await call(['withdrawals', 'list'], { DATA_DIR: folder })).toEqual(refusal);
});

test('a change is refused while the server of DATA_DIR runs with another database', async () => {
  const folder = await newFolder();
  const address = 'http://127.0.0.1:5311';
  const database = nameDatabase(null, folder);
  await writeServerRecord(folder, { address, database, pid: process.pid });
  const env = { DATABASE_URL: domain.url, DATA_DIR: folder };
  const change = ['config', 'set', 'video.reward', '0.25'];
  const name = nameDatabase(domain.url, folder);
  expect(await call(change, env)).toEqual({
    ...{ status: 1, out: [], progress: [] },
    err: [
      `the server ${address} of ${folder} uses the database ${database}, not ${name}: set DATA_DIR and DATABASE_URL to the values of the server`,
    ],
  });
  const told = `database: ${name}; server: the server of ${folder} uses the database ${database}`;
  // commands that only read, and `database restored`, are not refused
  expect((await call(['config', 'get', 'video.reward'], env)).status).toBe(0);
  const restored = await call(['database', 'restored'], env);
  expect(restored).toMatchObject({ status: 0, err: [], progress: [told] });
  // a server that has ended may start again with the command's database
  await writeServerRecord(folder, { address, database, pid: 999_999_999 });
  expect(await call(change, env)).toMatchObject({ status: 0, err: [], progress: [told] });
});

test('media is written only where a server of the database has started', async () => {
  const folder = await newFolder();
  const elsewhere = join(folder, 'data');
  const env = { DATABASE_URL: domain.url, DATA_DIR: elsewhere };
  const name = nameDatabase(domain.url, elsewhere);
  const no = { status: 1, out: [], progress: [] };
  const unknown = `no server of the database ${name} has started with DATA_DIR ${elsewhere}: set DATA_DIR to the value of the server, or start the server first`;
  for (const words of ['videos add', 'videos replace 1', 'ads replace 1']) {
    expect(await call([...words.split(' '), CLIP], env)).toEqual({ ...no, err: [unknown] });
  }
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
  // media is not written either if the server that has ended used another database
  const address = 'http://127.0.0.1:5311';
  await writeServerRecord(folder, { address, database: 'another', pid: 999_999_999 });
  const { err } = await call(['videos', 'add', CLIP], { ...env, DATA_DIR: folder });
  expect(err[0]).toMatch(
    `the server ${address} of ${folder} uses the database another, not ${name}`,
  );
  await expect(stat(join(folder, 'media'))).rejects.toThrow('ENOENT');
});

test('links begin with the server’s PUBLIC_URL, although the command has none', async () => {
  const username = 'linked';
  await domain.user({ username });
  const folder = await newFolder();
  const publicUrl = 'https://clips.example';
  const env = { DATABASE_URL: domain.url, DATA_DIR: folder };
  const { address, stop } = await startInProcess({ ...env, PUBLIC_URL: publicUrl });
  onTestFinished(stop);
  const reset = ['users', 'reset-link', username];
  const { out, progress } = await call(reset, env);
  expect(out[0]).toContain(`\n${publicUrl}/reset#code=`);
  expect(progress[0]).toMatch(`; server: ${address}`);
  // the record of an older server has no PUBLIC_URL
  const database = nameDatabase(domain.url, folder);
  await writeServerRecord(folder, { address, database, pid: 999_999_999 });
  expect((await call(reset, env)).out[0]).toContain(`\n${address}/reset#code=`);
});

test('a command that only reads does not report its database', async () => {
  const { progress } = await call(['config', 'get', 'video.reward'], {
    DATABASE_URL: domain.url,
    DATA_DIR: dataDir,
  });
  expect(progress).toEqual([]);
});

test('a command of a newer version does not migrate the database of a running server', async () => {
  const { url, drop } = await cloneDatabase('template0');
  onTestFinished(drop);
  expect(await run(['withdrawals', 'list'], { DATABASE_URL: url })).toEqual({
    status: 1,
    out: '',
    err: 'the database has no tables: run `npm run -s operator -- database migrate` of this version',
  });
});

test('a database’s name contains no password', () => {
  expect(nameDatabase('postgres://ann:hidden@db.example:6432/clips', '/data')).toBe(
    'clips at db.example:6432 as ann',
  );
  expect(nameDatabase(null, '/data')).toBe('embedded in /data');
  // a socket has no host name
  expect(nameDatabase('postgres:///clips?host=/run/pg&user=ann', '/data')).toBe(
    'clips at /run/pg:5432 as ann',
  );
});

test('a missing record is null, and the record of an ended server says that it does not run', async () => {
  const folder = await newFolder();
  expect(await readServerRecord(folder)).toBe(null);
  await writeServerRecord(folder, { address: 'http://a:1', database: 'x', pid: 999_999_999 });
  expect(await readServerRecord(folder)).toEqual({
    ...{ address: 'http://a:1', database: 'x', pid: 999_999_999 },
    runs: false,
  });
});
