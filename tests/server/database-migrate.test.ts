import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { DatabaseError } from '../../server/database/database-error.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { asOwner, cloneDatabase } from '../postgres/clone.ts';
import { type InProcessServer, startInProcess } from './http/in-process.ts';
import { operate, runMainFlow } from './http/own-postgres.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clipurse-migrated-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Creates a database for the running test, with its owner’s pool. */
async function database(template?: string) {
  const { url, drop } = await cloneDatabase(template);
  const pool = createPool({ url, max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
}

/** Starts a server for the running test. */
async function start(url: string): Promise<InProcessServer> {
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, WEB_PUSH_HOSTS: 'localhost:1' };
  const server = await startInProcess(env);
  onTestFinished(server.stop);
  return server;
}

/** Returns the message with which a server refuses to start: one line, see `http-start.test.ts`. */
async function refusalOf(url: string): Promise<string> {
  const error = await start(url).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(DatabaseError);
  return (error as Error).message;
}

/** Expects `database migrate` to be refused. @returns the message */
async function refused(url: string | null, ...argv: string[]): Promise<string> {
  const err: string[] = [];
  const streams = { out: () => {}, err: (text: string) => err.push(text) };
  const env = { DATA_DIR: dataDir, ...(url === null ? {} : { DATABASE_URL: url }) };
  expect(await runOperator(['database', 'migrate', ...argv], env, streams)).toBe(1);
  return err.join('\n');
}

const migrate = async (url: string, ...argv: string[]) =>
  JSON.parse(await operate(url, dataDir, 'database', 'migrate', ...argv, '--json'));

const LACKS = 'run `npm run -s operator -- database migrate` of this version';

test('a server makes no tables in an external Postgres; database migrate does, and prints them', async () => {
  const { url, pool } = await database('template0');
  expect(await refusalOf(url)).toBe(`the database has no tables: ${LACKS}`);
  const dry = await migrate(url, '--dry-run');
  expect(dry.missing[0]).toBe('0001_settings.sql');
  expect((await pool.query("select to_regclass('migration') as made")).rows).toEqual([
    { made: null },
  ]);
  expect(await migrate(url)).toEqual({ database: dry.database, missing: [], made: dry.missing });
  expect(await migrate(url)).toMatchObject({ missing: [], made: [] });
  const { rows } = await pool.query("select what from audit where action = 'database migrate'");
  expect(rows).toEqual([{ what: { made: dry.missing } }]);
  await start(url);
});

test('a server refuses to start if a function of its version is missing or differs', async () => {
  const { url, pool } = await database();
  await pool.query("delete from database_function where name = 'record_watch'");
  expect(await refusalOf(url)).toContain(`the database lacks record_watch(): ${LACKS}`);
  expect(await migrate(url)).toMatchObject({ made: ['record_watch()'] });
  await start(url);
  await pool.query("update database_function set checksum = '' where name = 'record_watch'");
  expect(await refusalOf(url)).toMatch(
    /the function record_watch of version \d+ in the database differs/,
  );
});

test('a server starts if a newer version has added to the tables, not if it has removed from them', async () => {
  const { url, pool } = await database();
  const later = (contract: boolean) =>
    pool.query('insert into migration values ($1, $2, $2, now(), $3)', [
      contract ? 9002 : 9001,
      contract ? '9002_without_clips.sql' : '9001_with_games.sql',
      contract,
    ]);
  await later(false);
  await start(url);
  await later(true);
  const words =
    'the database is newer than this version of the server: it has 9002_without_clips.sql';
  expect(await refusalOf(url)).toBe(words);
  expect(await refused(url)).toBe(words);
});

test('a role that owns no tables can serve all calls, and do nothing else', async () => {
  // the Postgres of the tests admits two roles: postgres owns the tables here
  const asRole = (await database('template0')).url;
  await asOwner(`alter database ${new URL(asRole).pathname.slice(1)} owner to postgres`);
  const url = asRole.replace('user=clipurse', 'user=postgres');
  expect(await refused(url, '--grant', 'nobody')).toBe('there is no role nobody');
  expect((await migrate(url, '--dry-run')).missing[0]).toBe('0001_settings.sql');
  expect(await refused(url, '--grant', 'postgres')).toBe(
    'postgres owns the tables: name another role',
  );
  await migrate(url);
  const granted = await operate(url, dataDir, 'database', 'migrate', '--grant', 'clipurse');
  expect(granted).toContain('nothing was missing; clipurse may read and write rows');
  const { address } = await start(asRole);
  await runMainFlow(asRole, address, dataDir);

  const runtime = createPool({ url: asRole, max: 1 });
  for (const statement of [
    'create table public.other ()',
    'drop table transfer',
    'alter table transfer add column other text',
    'update transfer set amount = 1',
    "update transfer set detail = ''",
    'update audit set reason = null',
    'delete from audit',
    'truncate wallet',
    'insert into migration select * from migration',
    'delete from database_function',
    "copy setting to program 'cat'",
  ]) {
    await expect(runtime.query(statement), statement).rejects.toThrow(
      /permission denied|must be owner/,
    );
  }
  // the function that deletes an account may change rows that the role’s statements may not
  const erased = await runtime.query(
    `select refusal from (select max(user_id) as id from wallet where held = 0) as somebody,
       erase_account(id, now(), null)`,
  );
  expect(erased.rows).toEqual([{ refusal: null }]);
  const owned = await runtime.query(
    'select from pg_class join pg_roles on pg_roles.oid = relowner where rolname = current_user',
  );
  expect(owned.rowCount).toBe(0);
  await runtime.end();
  const owner = createPool({ url, max: 1 });
  await owner.query('create table later (id bigint generated always as identity)');
  const later = createPool({ url: asRole, max: 1 });
  await later.query('insert into later default values');
  await later.end();
  await owner.query("delete from database_function where name = 'record_watch'");
  await owner.end();
  expect(await refused(asRole)).toMatch(/^the database cannot be used: (permission|must be owner)/);
});

test('the embedded database is migrated by its server alone', async () => {
  expect(await refused(null)).toBe(
    'DATABASE_URL is not set: the server migrates the embedded database when it starts',
  );
});
