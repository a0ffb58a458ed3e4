import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, inTransaction, isUnavailable } from '../../server/database/database.ts';
import { isReadOnly } from '../../server/database/write-health.ts';
import { UNAVAILABLE } from './http/expected.ts';
import { startServer, type TestServer } from './http/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Makes Postgres fail each payment with a SQLSTATE. @returns a function that ends the failures */
async function failPayments(sqlstate: string): Promise<() => Promise<unknown>> {
  const { pool } = server.domain;
  await pool.query(
    `create function fail() returns trigger language plpgsql as
     $$ begin raise exception 'not now' using errcode = '${sqlstate}'; end $$`,
  );
  await pool.query('create trigger fail before insert on transfer execute function fail()');
  return () => pool.query('drop function fail cascade');
}

test.each([
  ['25006', 'a replaced primary'],
  ['57P01', 'a primary that is shut down'],
  ['57P02', 'a primary whose process was killed'],
  ['57P03', 'a standby that starts'],
  ['08006', 'a connection that is lost'],
  ['40001', 'a standby that cancels a statement to apply changes'],
  ['40P01', 'a standby whose statement deadlocks with changes'],
])(
  '%s of %s is answered "try again", and the call succeeds under the same key later',
  async (sqlstate) => {
    const { client } = await server.user();
    const mend = await failPayments(sqlstate);
    const refused = await client.send('claimShareReward', {}, { 'idempotency-key': 'once' });
    await mend();
    expect(refused).toMatchObject(UNAVAILABLE);
    expect(refused.headers.get('retry-after')).toBe('1');
    const done = await client.send('claimShareReward', {}, { 'idempotency-key': 'once' });
    expect(done.envelope.code).toBe(1);
  },
);

test('a connection to a database that takes no writes is not used again', async () => {
  const pool = createPool({ url: server.domain.url, max: 1 });
  const write = 'create table written ()';
  const failures = [
    () => pool.query(`begin read only; ${write}`),
    () =>
      inTransaction(pool, async (db) => {
        await db.query('set transaction read only');
        await db.query(write);
      }),
  ];
  for (const fail of failures) {
    const error: unknown = await fail().catch((failure: unknown) => failure);
    expect(isReadOnly(error)).toBe(true);
    expect(pool.totalCount).toBe(0);
  }
  await pool.end();
});

test('a query on a connection that was closed while in use fails as "try again"', async () => {
  const pool = createPool({ url: server.domain.url, max: 1 });
  const client = await pool.connect();
  await client.end();
  const error: unknown = await client.query('select').catch((failure: unknown) => failure);
  expect(isUnavailable(error)).toBe(true);
  client.release(true);
  await pool.end();
});
