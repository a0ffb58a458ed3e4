import { afterEach, expect, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/open.ts';
import { asOwner, type ClonedDatabase, cloneDatabase } from '../postgres/clone.ts';
import { registerForm } from './forms.ts';
import { startServer } from './http/server.ts';
import { startSharingPooler } from './http/sharing-pooler.ts';

const databases: ClonedDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const open = (databaseUrl: string) =>
  openDatabase({ databaseUrl, dataDir: '/nowhere', log: () => {}, maxConnections: 2 });

test.each([
  ["datestyle = 'German, DMY'"],
  ["timezone = 'Asia/Kolkata'"],
  ["intervalstyle = 'iso_8601'"],
  ["bytea_output = 'escape'"],
  ['standard_conforming_strings = off'],
  ["default_transaction_isolation = 'serializable'"],
  ['default_transaction_read_only = on'],
  ["client_encoding = 'LATIN1'"],
])('the server works on a database that its host has set to %s', async (setting) => {
  const server = await startServer({
    pool: async (url) => {
      await asOwner(`alter database ${nameOf(url)} set ${setting}`);
      return createPool({ url });
    },
  });
  const form = { ...registerForm(1), username: 'Žofie' };
  const registered = await server.visitor().send('checkIn', form);
  expect(registered.envelope.code).toBe(1);
  const { client } = await server.user();
  expect((await client.send('handleLoginReward')).envelope.code).toBe(1);
  expect((await client.send('claimShareReward')).envelope.code).toBe(1);
  expect((await client.send('rewardLogs')).envelope.data).toMatchObject({ total: 2 });
  await server.close();
});

test('the server turns JIT off for its connections if the database has it on', async () => {
  const database = await cloneDatabase();
  databases.push(database);
  await asOwner(`alter database ${nameOf(database.url)} set jit = on`);
  const pool = createPool({ url: database.url, max: 1 });
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
  await pool.end();
});

test('a database of another encoding stops the start with one line', async () => {
  const database = await cloneDatabase('template0', "encoding 'LATIN1' locale 'C'");
  databases.push(database);
  await expect(open(database.url)).rejects.toThrow(
    /^the database has the encoding LATIN1, .* create the database again with the encoding UTF8$/,
  );
});

test('a database that allows one connection stops the start with one line', async () => {
  const database = await cloneDatabase('template0', 'connection limit 1');
  databases.push(database);
  await expect(open(database.url)).rejects.toThrow(
    /^the database allows no second connection at the same time: too many connections for database /,
  );
});

test('a pooler that shares sessions stops the start with one line', async () => {
  const database = await cloneDatabase();
  databases.push(database);
  const pooler = await startSharingPooler(database.url);
  await expect(open(pooler.url)).rejects.toThrow(/^DATABASE_URL leads to a pooler .* session, /);
  await pooler.close();
  await (await open(database.url)).close();
});
