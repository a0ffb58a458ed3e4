import { beforeEach, expect, test } from 'vitest';
import { attachKeys, keysOf } from '../../server/database/data-keys.ts';
import { inTransaction } from '../../server/database/database.ts';
import { RunningServer } from '../../server/domain/at-rest/running-servers.ts';
import { beginSealing, setWritingKey } from '../../server/domain/at-rest/sealing.ts';
import { keysFrom, makeKey, provideKeysAndSealEmails } from './data-keys.support.ts';
import { diagnose } from './doctor.setup.ts';
import { domain, run, setUpOperator } from './operator.setup.ts';
import { untilLockWait } from './support.ts';

setUpOperator();
beforeEach(() =>
  domain.pool.query(
    'truncate data_key, email_lookup, running_server, account, account_lookup cascade',
  ),
);

const [old, next] = [makeKey(), makeKey()];
const [oldId, nextId] = [old, next].map((key) => keysFrom(key).all()[0]?.id ?? '');
const both = { DATA_KEY: next.toString('hex'), DATA_KEY_OLD: old.toString('hex') };
const rotate = (...words: string[]) => run(['keys', 'rotate', ...words], both);

/** Registers a running server that has these keys. @returns the server and its warnings */
async function startWith(...keys: Buffer[]) {
  const said: string[] = [];
  attachKeys(domain.pool, keysFrom(...keys));
  const server = new RunningServer(domain.pool, (message) => said.push(message));
  await server.begin();
  return { server, said };
}
const knownKeys = async () =>
  (await domain.pool.query('select key_id from data_key order by place')).rows.map(
    ({ key_id }) => key_id,
  );
const expireServers = () => domain.pool.query('update running_server set ends_at = now()');

test('keys rotate changes nothing while a server runs without the new key, and names that server', async () => {
  await provideKeysAndSealEmails(domain, old);
  const { server } = await startWith(old);
  const refused = await rotate();
  expect(refused).toMatchObject({
    status: 1,
    err: expect.stringMatching(`without the data key ${nextId}: .*\\(process ${process.pid}\\)`),
  });
  expect(await knownKeys()).toEqual([oldId]);
  const ready = await startWith(next, old);
  await server.end();
  expect(await rotate()).toMatchObject({ status: 0 });
  await ready.server.reportKeys();
  expect(ready).toMatchObject({ server: { lack: null }, said: [] });
});

test('keys rotate ignores a killed server, and with --despite-servers any server', async () => {
  await provideKeysAndSealEmails(domain, old);
  await startWith(old);
  await expireServers();
  expect(await rotate()).toMatchObject({ status: 0 });

  await domain.pool.query('truncate data_key, email_lookup');
  await provideKeysAndSealEmails(domain, old);
  await startWith(old);
  expect(await rotate('--despite-servers')).toMatchObject({ status: 0 });
});

test('a server that lacks the newest key warns once, and doctor names that server', async () => {
  await provideKeysAndSealEmails(domain, old);
  const { server, said } = await startWith(old);
  await rotate('--despite-servers');
  for (let time = 0; time < 2; time += 1) await server.reportKeys();
  expect(server.lack).toEqual({ keyId: nextId, isElsewhere: false });
  expect(said).toEqual([
    expect.stringMatching(`^nobody can log in or register at this server: .* data key ${nextId}`),
  ]);
  const { verdicts, says } = await diagnose(both);
  expect(verdicts['data key']).toBe('bad');
  expect(says['data key']).toContain(`(process ${process.pid}): the newest data key`);
  await startWith(next, old);
  attachKeys(domain.pool, keysFrom(old));
  await server.reportKeys();
  expect(server.lack).toEqual({ keyId: nextId, isElsewhere: true });
});

test('a server that starts while a rotation begins waits for it, and ends if it lacks the new key', async () => {
  await provideKeysAndSealEmails(domain, old);
  const [locked, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rotation = inTransaction(domain.pool, async (db) => {
    for (const key of keysFrom(next).all()) await setWritingKey(db, key);
    locked.resolve();
    await looked.promise;
  });
  await locked.promise;
  const starts = expect(startWith(old)).rejects.toThrow(`sealed with the data key ${nextId}`);
  await untilLockWait(domain.pool);
  looked.resolve();
  await Promise.all([rotation, starts]);
});

test('an empty database is not encrypted by one server while another server has no key', async () => {
  const { server } = await startWith();
  const said: string[] = [];
  const begin = async () => {
    attachKeys(domain.pool, keysFrom(old));
    const opened = { pool: domain.pool, keys: keysOf(domain.pool), embedded: false };
    await beginSealing(opened, (line) => said.push(line));
  };
  await begin();
  expect([said, await knownKeys()]).toEqual([
    [expect.stringContaining('give the command keys rotate')],
    [],
  ]);
  await server.end();
  await begin();
  expect(await knownKeys()).toEqual([oldId]);
});
