import { appendFile, chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachKeys, DataKeys } from '../../server/database/data-keys.ts';
import { type OpenDatabase, openDatabase } from '../../server/database/open.ts';
import { writeServerRecord } from '../../server/database/server-record.ts';
import { openWithDemo } from '../../server/demo/open.ts';
import { RunningServer } from '../../server/domain/at-rest/running-servers.ts';
import { findAccount } from '../../server/domain/find-account.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { personJson } from '../../server/domain/personal-data/export.ts';
import { Settings } from '../../server/domain/settings.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { runWith } from './backup.support.ts';
import { makeEarners, openQuietly } from './crash.support.ts';
import { makeKey } from './data-keys.support.ts';
import { columnsContaining } from './erased.support.ts';
import { prove, SITE } from './support.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataHome();
  await makeEarners(dataDir, 2);
  // as the previous version left the database: without a key, its rows are not encrypted
  const { pool, close } = await openDatabase({ databaseUrl: null, dataDir, log: () => {} });
  await pool.query(
    `truncate data_key, email_lookup;
     update migration set contract = false where number in (146, 151);
     update account set email = username || '@kept.example', email_key = username || '@kept.example'`,
  );
  await close();
  await rm(keyFile());
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const keyFile = () => join(dataDir, 'data-key');
const run = (...argv: string[]) => runWith({ DATA_DIR: dataDir }, argv);

/** Changes the first earner’s payout account, as by a call of a running server. */
async function payElsewhere({ pool }: OpenDatabase, account: string): Promise<void> {
  const settings = new Settings({ db: pool });
  await settings.refresh();
  const visitor = { address: '203.0.113.7', country: null };
  const context = { db: pool, settings, now: new Date(), visitor, site: SITE };
  const caller = { userId: 1n, token: 'token' };
  await prove({ pool, now: () => context.now }, caller);
  const info = { country: 'PH', method: 'gcash', recipient_name: 'Maria', account };
  await updateWdinfo(context, caller, info);
}

test('keys rotate encrypts readable rows, and a running server writes with the new key', async () => {
  const server = await openQuietly(dataDir);
  // before the rotation the operator can still go back to the previous version
  const contracts = () =>
    server.pool.query('select from migration where number in (146, 151) and contract');
  expect([
    (await contracts()).rowCount,
    (await columnsContaining(server.pool, ['639171'])).length > 0,
    await columnsContaining(server.pool, ['@kept.example']),
  ]).toEqual([0, true, ['account.email', 'account.email_key']]);
  expect(await run('keys', 'rotate')).toMatchObject({ status: 0 });
  expect((await contracts()).rowCount).toBe(2);
  const first = await readFile(keyFile(), 'utf8');
  expect(first).toMatch(/^[0-9a-f]{64}\n$/);
  expect(await columnsContaining(server.pool, ['639171', '@kept.example'])).toEqual([]);
  const json = await personJson(server.pool, 2n, new Date());
  expect(json).toContain('"account":"+639171000002"');
  expect(json).toContain('"email":"user_2@kept.example"');
  expect(await run('keys', 'rotate')).toMatchObject({ status: 0 });
  expect((await readFile(keyFile(), 'utf8')).split('\n').slice(1).join('\n')).toBe(first);
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  await payElsewhere(server, '09171234567');
  expect(await personJson(server.pool, 1n, new Date())).toContain('"account":"+639171234567"');
  expect(await columnsContaining(server.pool, ['639171'])).toEqual([]);
  const { out } = await run('keys', 'list', '--json');
  expect(JSON.parse(out)).toMatchObject([
    { is_here: true, done_at: expect.any(String) },
    { is_here: true, done_at: expect.any(String) },
  ]);
  await server.close();
});

test('keys rotate refuses a DATA_KEY that the running server lacks, and accepts a key that the server reports', async () => {
  const server = await openQuietly(dataDir);
  const rotateWith = (key: Buffer) =>
    runWith({ DATA_DIR: dataDir, DATA_KEY: key.toString('hex') }, ['keys', 'rotate']);
  const record = { address: SITE.publicUrl, database: server.name };
  await writeServerRecord(dataDir, { ...record, pid: process.pid });
  const { out: before } = await run('keys', 'list');
  expect(await rotateWith(makeKey())).toMatchObject({
    ...{ status: 1, err: expect.stringContaining(`${SITE.publicUrl} (process ${process.pid})`) },
  });
  expect((await run('keys', 'list')).out).toBe(before);
  // the server reports that it has the key
  const key = makeKey();
  attachKeys(server.pool, new DataKeys({ given: [key.toString('hex')], file: keyFile() }));
  const running = new RunningServer(server.pool, () => {});
  await running.begin();
  expect(await rotateWith(key)).toMatchObject({ status: 0 });
  await running.end();
  // for the following tests the key is only in the file
  await appendFile(keyFile(), `${key.toString('hex')}\n`);
  await rm(join(dataDir, 'server.json'));
  expect(await run('keys', 'rotate')).toMatchObject({ status: 0 });
  await server.close();
});

test('keys rotate encrypts e-mails with the key by which an earlier version encrypted accounts', async () => {
  const before = await openQuietly(dataDir);
  await before.pool.query(
    `truncate email_lookup; update migration set contract = false where number = 151;
     update account set email = username || '@kept.example', email_key = username || '@kept.example'`,
  );
  await before.close();
  const keys = await readFile(keyFile(), 'utf8');
  const said: string[] = [];
  const options = { databaseUrl: null, dataDir, log: () => {} };
  const server = await openWithDemo({ ...options, warn: (line) => said.push(line) });
  expect(said.join()).toMatch(/^e-mails are not encrypted: .* give the command keys rotate/);
  expect(await findAccount(server.pool, 'user_2@kept.example')).toBe(2n);
  const shown = () => run('keys', 'list', '--json').then(({ out }) => JSON.parse(out)[0].done_at);
  expect(await shown()).toBeNull();
  expect(await run('keys', 'rotate')).toMatchObject({ status: 0 });
  expect(await readFile(keyFile(), 'utf8')).toBe(keys);
  expect(await shown()).not.toBeNull();
  expect(await columnsContaining(server.pool, ['@kept.example'])).toEqual([]);
  expect(await findAccount(server.pool, 'USER_2@kept.example')).toBe(2n);
  await server.close();
});

test('without its key, or with another key, no server or command starts, and the key file stays', async () => {
  const keys = await readFile(keyFile(), 'utf8');
  const lacks = /^the database is sealed with the data key [0-9a-f]{16}, which neither DATA_KEY, /;
  for (const [text, why] of [
    ['', lacks],
    [`${'ab'.repeat(32)}\n`, lacks],
    ['ab', /data-key is no key of 32 bytes$/],
  ] as const) {
    await writeFile(keyFile(), text);
    await expect(openQuietly(dataDir)).rejects.toThrow(why);
    expect(await run('users', 'list', '--account-of', 'user_2')).toMatchObject({
      ...{ status: 1, err: expect.stringMatching(why) },
    });
    expect(await readFile(keyFile(), 'utf8')).toBe(text);
  }
  await writeFile(keyFile(), keys);
  const server = await openQuietly(dataDir);
  expect(await personJson(server.pool, 2n, new Date())).toContain('"account":"+639171000002"');
  await server.close();
});

test('keys forget removes a key whose file is lost, and makes a new one; the server starts', async () => {
  await rm(keyFile());
  // the list names the missing key
  const [{ key }] = JSON.parse((await run('keys', 'list', '--json')).out);
  await expect(openQuietly(dataDir)).rejects.toThrow(`sealed with the data key ${key}`);
  expect(await run('keys', 'forget', key, '--yes')).toMatchObject({ status: 0 });
  const server = await openQuietly(dataDir);
  expect(await columnsContaining(server.pool, [`${key}.`])).toEqual([]);
  expect(await findAccount(server.pool, 'user_2')).toBe(2n);
  await payElsewhere(server, '09170000009');
  expect(await personJson(server.pool, 1n, new Date())).toContain('"account":"+639170000009"');
  await server.close();
});

/** The id of a system user that does not run the tests. */
const OTHERS = 65_534;

// only root can change the owner of a file
test.runIf(process.getuid?.() === 0)(
  'the key file still belongs to the server’s user after root has added a key',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clipurse-keys-'));
    const file = join(folder, 'data-key');
    await writeFile(file, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
    await chmod(folder, 0o755);
    for (const path of [folder, file]) await chown(path, OTHERS, OTHERS);
    await new DataKeys({ given: [], file }).makeInFile();
    const { uid, gid, mode } = await stat(file);
    expect([uid, gid, mode & 0o777]).toEqual([OTHERS, OTHERS, 0o600]);
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(3);
    await rm(folder, { recursive: true });
  },
);
