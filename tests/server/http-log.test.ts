import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Client } from './http/client.ts';
import { checkLog, logFields } from './http/log-lines.ts';
import { addPayoutMethod, preparePayout } from './http/payout.ts';
import { expectAnswer } from './http/proofs.ts';
import { server, setUpServer } from './http/server.setup.ts';

const PASSWORD = 'nine quiet harbours';
const MAIL = 'observed@mail.example';
const NAME = 'observed_person';
const WRONG_PASSWORD = 'eight loud harbours';
const RECIPIENT = 'Observa Person';
const ACCOUNT = '4915112345678';
const PUSH_TOKEN = 'push-token-of-a-phone';

setUpServer();
beforeAll(() => addPayoutMethod(server.domain));

test('the log has one line for each request, found by the id that the client got', async () => {
  const begun = performance.now();
  const received = await server.visitor().send('videoList', { page: 1 });
  const id = received.headers.get('x-request-id');
  const lines = server.logLines.map((line): { reqId?: string; ms?: number } => JSON.parse(line));
  const found = lines.filter(({ reqId }) => reqId === id);
  // rounded to tenths
  expect(found[0]?.ms).toBeLessThan(performance.now() - begun + 0.1);
  expect(found).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      reqId: id,
      method: 'GET',
      route: '/index.php/api/video/list',
      status: 200,
      outcome: 'ok',
      ms: expect.any(Number),
      msg: 'request',
    },
  ]);
});

test('docs/operating.md tells of each field that a line may have, in their order', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const section = docs.split('\n## ').find((part) => part.startsWith('The server’s log')) ?? '';
  const told = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field),
  );
  expect(told).toEqual(logFields);
});

test('a field that nobody was told of, or a person’s value, is found wherever it stands', () => {
  const line = { level: 30, time: 1, pid: 1, hostname: 'a', msg: 'request' };
  const check = (more: object) => () =>
    checkLog([JSON.stringify({ ...line, ...more })], ['amira@mail.example']);
  expect(check({})).not.toThrow();
  expect(check({ url: '/a' })).toThrow(/url/);
  expect(check({ err: { type: 'Error', detail: 'of a row' } })).toThrow(/detail/);
  expect(check({ err: { message: 'no amira@mail.example' } })).toThrow(/tells amira@mail.example/);
});

/** Writes withdrawal information while the table takes none: a fault whose words quote it. */
async function failToSave(client: Client): Promise<void> {
  const { pool } = server.domain;
  await pool.query(
    'alter table payout_info add constraint never check (account is null) not valid',
  );
  const failed = await client.send('updateWdinfo', {
    country: 'DE',
    method: 'test_phone',
    recipient_name: `${RECIPIENT} II`,
    account: ACCOUNT,
  });
  await pool.query('alter table payout_info drop constraint never');
  expect(failed.status).toBe(500);
}

test('the log knows nothing about a person', async () => {
  const visitor = server.visitor();
  const account = { username: NAME, password: PASSWORD } as const;
  const registered = { tab: 'register', email: MAIL, ...account } as const;
  const { token, invite_code } = (await expectAnswer(visitor, 'checkIn', registered)).userInfo;
  const client = new Client(server.url, token);
  await preparePayout({ client }, { recipient_name: RECIPIENT, account: ACCOUNT });
  await expectAnswer(client, 'updateFcmToken', { fcm_token: PUSH_TOKEN });
  await visitor.send('landing', { invite_code });
  await visitor.send('checkIn', { tab: 'login', ...account });
  await visitor.send('checkIn', { tab: 'login', username: MAIL, password: WRONG_PASSWORD });
  await visitor.raw(`/index.php/${token}?secret=${token}`, { headers: { cookie: `t=${token}` } });
  await failToSave(client);

  const everything = server.logLines.join('');
  const secrets = { NAME, MAIL, PASSWORD, WRONG_PASSWORD, RECIPIENT, ACCOUNT, PUSH_TOKEN };
  const leaked = Object.entries({ ...secrets, token, invite_code, address: '127.0.0.1"' }).filter(
    ([, secret]) => everything.includes(secret),
  );
  expect(leaked).toEqual([]);
  expect(everything).toContain('"constraint":"never"');
});
