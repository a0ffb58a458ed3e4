import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { moveRecordOf, readMoveRecord, writeMoveRecord } from '../../server/database/moved.ts';
import { nameDatabase } from '../../server/database/open.ts';
import { CommandAborted } from '../../server/operator/abortable.ts';
import { moveDatabase } from '../../server/operator/move/move.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { runWith } from './backup.support.ts';
import { startChild } from './children.ts';
import { findMiscounted, makeEarners, openQuietly } from './crash.support.ts';
import { startInProcess } from './http/in-process.ts';

let earners: string;
let dataDir: string;
let url: string;
let to: string;
beforeAll(async () => {
  earners = await makeDataHome();
  await makeEarners(earners, 2);
});
afterAll(() => rm(earners, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await makeDataHome();
  // `-a` keeps the owner; a copy is faster than making a database, which takes seconds
  await promisify(execFile)('cp', ['-a', `${earners}/.`, dataDir]);
  const { url: made, drop } = await cloneDatabase('template0');
  [url, to] = [made, nameDatabase(made, dataDir)];
  onTestFinished(drop);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const run = (argv: readonly string[], env: Record<string, string> = {}) =>
  runWith({ DATA_DIR: dataDir, ...env }, argv);
const move = (target = url) => run(['move', '--to', target]);

/** Returns the number and the checksum of the rows of each table. */
async function contentOf(place: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('migration', 'database_function')`,
  );
  const content = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, e'\\n' order by row::text)), '') as text
       from ${name} as row${name === 'audit' ? " where action <> 'move'" : ''}`,
    );
    content.set(name, rows[0]?.text ?? '');
  }
  await client.end();
  return content;
}

/** Reads the content of the embedded database, which opens only if it was not moved. */
async function ofSource(): Promise<Map<string, string>> {
  const database = await openQuietly(dataDir);
  const content = await contentOf(database.url);
  await database.close();
  return content;
}

test('all rows and sequences are moved, and people are paid by the copy only', async () => {
  const writer = startChild('write.ts', dataDir);
  await writer.count(100);
  writer.process.kill('SIGKILL');
  await writer.ended;
  const before = await ofSource();
  expect(await move()).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringMatching(
      /^to: test_.+\nusers: 2\ntransfers: \d{3}\n(.+\n){2}the ledger is in order\n/,
    ),
  });
  expect(await contentOf(url)).toEqual(before);

  const moved = `the database of ${dataDir} was moved to ${to}: set DATABASE_URL`;
  await expect(openQuietly(dataDir)).rejects.toThrow(moved);
  expect(await run(['users', 'list'])).toMatchObject({
    status: 1,
    err: expect.stringContaining(moved),
  });
  expect(await move()).toEqual({
    status: 1,
    out: '',
    err: `the database of ${dataDir} was moved to ${to} already`,
  });

  const { stop } = await startInProcess({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    WEB_PUSH_HOSTS: 'localhost:1',
  });
  onTestFinished(stop);
  const own = { DATABASE_URL: url };
  expect(await run(['ledger', 'verify'], own)).toMatchObject({ status: 0 });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query(
    `insert into audit (at, who, action, what) values (now(), 'bo', 'test', '{}')
     returning audit_id > (select max(audit_id) from audit) as is_new`,
  );
  expect(rows).toEqual([{ is_new: true }]);
  // the copy has sealed rows: a version that cannot read them must not start
  const contracts = 'select from migration where number = 146 and contract';
  expect((await pool.query(contracts)).rowCount).toBe(1);
  // the triggers and rights of the tables are restored
  expect((await run(['videos', 'disable', '1'], own)).status).toBe(0);
  expect((await pool.query('select clips::int from shown_clips')).rows).toEqual([{ clips: 9 }]);
  await expect(pool.query('truncate approval_limit')).rejects.toThrow('permission denied');
  expect(await findMiscounted({ pool })).toEqual([]);
});

test('a move that was killed before or after the copy’s commit is finished by the same command', async () => {
  const before = await ofSource();
  // killed before the copy was committed
  await writeMoveRecord(dataDir, { to, id: 'first', done: false });
  const unfinished = `a move of the database of ${dataDir} to ${to} was not finished`;
  await expect(openQuietly(dataDir)).rejects.toThrow(unfinished);
  expect(await move()).toMatchObject({ status: 0 });
  expect(await contentOf(url)).toEqual(before);
  // killed after the commit: newer rows of the copy stay
  await writeMoveRecord(dataDir, { to, id: 'first', done: false });
  const added = await run(['config', 'set', 'product.name', 'Moved'], { DATABASE_URL: url });
  expect(added.status).toBe(0);
  const after = await contentOf(url);
  expect(await move()).toMatchObject({ status: 0 });
  expect(await contentOf(url)).toEqual(after);
  expect(await readMoveRecord(dataDir)).toEqual({ to, id: 'first', done: true });
});

test('a move that fails leaves the embedded database in use and the target empty', async () => {
  const before = await ofSource();
  const env = { DATABASE_URL: url };
  await run(['database', 'migrate'], env);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  onTestFinished(() => pool.end());
  await pool.query('alter table wallet add constraint never check (user_id < 0)');
  expect(await move()).toMatchObject({
    status: 1,
    err: expect.stringContaining('violates check constraint "never"'),
  });
  expect((await pool.query('select from account')).rowCount).toBe(0);
  expect(await ofSource()).toEqual(before);

  await pool.query('alter table wallet drop constraint never');
  const breaking = new AbortController();
  const report = (step: string) => {
    if (step === 'copying video') breaking.abort(new CommandAborted('broken off'));
  };
  const order = { dataDir, to: url, who: 'bo', signal: breaking.signal, say: () => {}, report };
  await expect(moveDatabase(order)).rejects.toEqual(new CommandAborted('broken off'));
  expect((await pool.query('select from account')).rowCount).toBe(0);
  expect(await ofSource()).toEqual(before);
  expect(await move()).toMatchObject({ status: 0 });
});

test('a move is refused if people could be lost or paid twice', async () => {
  const server = await openQuietly(dataDir);
  expect(await move()).toEqual({
    status: 1,
    out: '',
    err: `another process uses the database of ${dataDir}: stop the server`,
  });
  await server.close();
  const people = await cloneDatabase();
  onTestFinished(people.drop);
  const client = new pg.Client({ connectionString: people.url });
  await client.connect();
  await client.query(
    `insert into account (username, username_key, email, email_key, password_hash, invite_code,
       created_at, password_changed_at) values ('a', 'a', 'a', 'a', '', 'a', now(), now())`,
  );
  await client.end();
  const taken = nameDatabase(people.url, dataDir);
  await writeMoveRecord(dataDir, { to: 'elsewhere', id: 'other', done: false });
  const otherFirst = `a move to elsewhere was not finished: give that move again (or, if elsewhere has no users, delete ${moveRecordOf(dataDir)})`;
  expect((await move()).err).toBe(otherFirst);
  await rm(moveRecordOf(dataDir));
  for (const [target, why] of [
    [people.url, `${taken} has people already: name an empty database`],
    ['postgres://bo:secret#@localhost/x', '--to is no URL: percent-encode'],
    ['localhost', '--to must be a URL such as'],
    ['postgres://bo:secret@localhost:1/x', 'the database cannot be used: '],
  ] as const) {
    const { status, err } = await move(target);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining(why) });
    expect(err).not.toContain('secret');
  }
  await run(['database', 'migrate'], { DATABASE_URL: url });
  await run(['funding', 'deposit', '5', '--reason', 'The first'], { DATABASE_URL: url });
  expect((await move()).err).toBe(`${to} has deposits already: name an empty database`);
  const own = await openQuietly(dataDir);
  const { url: itself } = own;
  await own.close();
  expect((await move(itself)).err).toBe('--to leads to the embedded database itself');
  expect(await run(['move', '--to', url], { DATABASE_URL: url })).toMatchObject({
    status: 1,
    err: 'DATABASE_URL is set: only the embedded database can be moved',
  });
  await ofSource();
});
