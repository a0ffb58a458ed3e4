import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAnswer } from './http/coverage.ts';
import { UNAVAILABLE } from './http/expected.ts';
import { startServer, type TestServer } from './http/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const FULL = 'the disk of the database is full';
const READ_ONLY = 'the database is read-only, like a standby or a replaced primary';

/** Makes Postgres refuse each new row with a SQLSTATE, as it does when it cannot write. */
async function refuseRows(table: string, sqlstate: string): Promise<() => Promise<unknown>> {
  const { pool } = server.domain;
  await pool.query(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'could not write' using errcode = '${sqlstate}'; end $$`,
  );
  await pool.query(`create trigger refuse before insert on ${table} execute function refuse()`);
  return () => pool.query('drop function refuse cascade');
}

/** Returns the data of /readyz, to be polled: a slow database makes the server unready for a moment too. */
const readiness = async () => (await server.visitor().raw('/readyz')).envelope.data;
const logged = () =>
  server.logLines
    .map((line) => JSON.parse(line).msg)
    .filter((msg) => /write to the database/.test(msg));

test.each([
  ['53100', FULL],
  ['25006', READ_ONLY],
  ['58030', 'the database cannot read or write its disk'],
])(
  'while Postgres refuses writes with %s, calls that read work, and the log has the reason',
  async (sqlstate, why) => {
    const user = await server.user();
    await server.domain.video();
    server.logLines.length = 0;
    const mend = await refuseRows('transfer', sqlstate);
    for (const key of ['first', 'second']) {
      const share = await user.client.send('claimShareReward', {}, { 'idempotency-key': key });
      expect(share).toMatchObject(UNAVAILABLE);
      expect(share.headers.get('retry-after')).toBe('1');
    }
    await expectAnswer(user.client, 'info');
    await expect.poll(readiness).toEqual({ status: 'ready', writing: why });
    expect(logged()).toEqual([`the server cannot write to the database: ${why}`]);
    await mend();
    const share = await user.client.send('claimShareReward', {}, { 'idempotency-key': 'first' });
    expect(share.envelope.code).toBe(1);
    // the first successful write ends the alarm
    await expect.poll(readiness).toEqual({ status: 'ready' });
    expect(logged()).toEqual([
      `the server cannot write to the database: ${why}`,
      'the server can write to the database again',
    ]);
  },
);

test('a claim in `sendClaims` that cannot be written may be sent again, and /readyz has the reason', async () => {
  const user = await server.user();
  const mend = await refuseRows('transfer', '53100');
  const earned_at = server.domain.now().toISOString();
  const claims = [{ key: 'a-task', call: 'claimTask' as const, id: 'download_app', earned_at }];
  expect(await expectAnswer(user.client, 'sendClaims', { claims })).toEqual({
    results: [{ key: 'a-task', reason: null }],
  });
  await expect.poll(readiness).toEqual({ status: 'ready', writing: FULL });
  await mend();
  server.domain.advance(60_000);
  await expect.poll(readiness).toEqual({ status: 'ready' });
});

test('while requests cannot be counted, each process answers up to the limit', async () => {
  const { client } = await server.user();
  await server.domain.configure({ 'limit.requests_per_minute': '3' });
  onTestFinished(() => server.domain.configure({ 'limit.requests_per_minute': '0' }));
  server.domain.advance(60_000);
  const mend = await refuseRows('limit_window', '53100');
  await expectAnswer(client, 'info');
  const visitor = server.visitor();
  for (const _ of [1, 2]) await expectAnswer(visitor, 'getAppConfig');
  expect((await visitor.send('getAppConfig', {})).status).toBe(429);
  await expect.poll(readiness).toEqual({ status: 'ready', writing: FULL });
  await mend();
});
