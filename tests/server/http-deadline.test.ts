import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { MINUTE } from '../../server/domain/time.ts';
import { expectAnswer } from './http/coverage.ts';
import { UNAVAILABLE } from './http/expected.ts';
import { addPayoutMethod, preparePayout } from './http/payout.ts';
import { expectReady } from './http/ready.ts';
import { startServer, type TestServer } from './http/server.ts';
import { NO_TIME_LIMITS, untilLockWait } from './support.ts';

/** Connections of the server's pool: fewer than the calls that wait for a lock. */
const CONNECTIONS = 4;

let server: TestServer;
let pool: pg.Pool;

beforeAll(async () => {
  server = await startServer({
    // long enough that, on a busy machine, calls reach the lock, and calls that need no lock finish
    callTimeoutMs: 4_000,
    pool: async (url) => {
      // the database has no timeouts here, and does not check whether a connection is gone
      pool = createPool({ url, max: CONNECTIONS, limits: NO_TIME_LIMITS });
      pool.on('connect', (client) => {
        // a connection that is ended before its answer does not need the setting
        client.query('set client_connection_check_interval = 0').catch(() => {});
      });
      return pool;
    },
  });
  await addPayoutMethod(server.domain);
});
afterAll(() => server.close());

/** Locks a table in a transaction of its own. @returns a function that releases the lock */
async function lock(table: string): Promise<() => Promise<void>> {
  const other = await server.domain.pool.connect();
  await other.query('begin');
  await other.query(`lock table ${table} in exclusive mode`);
  return async () => {
    await other.query('rollback');
    other.release();
  };
}

/** Returns the process ids of the database's backends that wait for a lock. */
async function waiting(): Promise<number[]> {
  const { rows } = await server.domain.pool.query<{ pids: number[] }>(
    `select coalesce(array_agg(pid), '{}') as pids from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.pids ?? [];
}

const busy = () => ({ waiting: pool.waitingCount, taken: pool.totalCount - pool.idleCount });

/** Returns the states of the backends with these process ids. */
async function statesOf(pids: readonly number[]): Promise<unknown[]> {
  const { rows } = await server.domain.pool.query(
    'select pid, state, query from pg_stat_activity where pid = any($1)',
    [pids],
  );
  return rows;
}

test('claims that wait for a lock of another connection are answered 503 and release their connections', async () => {
  const { client } = await server.user();
  const release = await lock('wallet');
  const claim = () => client.send('claimTask', { task: 'download_app' });
  const calls = Array.from({ length: 3 * CONNECTIONS }, claim);
  await expect.poll(() => pool.waitingCount > 0 && pool.idleCount === 0).toBe(true);
  await untilLockWait(server.domain.pool);
  const stuck = await waiting();
  expect(stuck).not.toEqual([]);
  // every connection of the pool is busy; /readyz uses a connection of its own
  await expectReady(server.url);
  expect(pool.waitingCount).toBeGreaterThan(0);
  for (const received of await Promise.all(calls)) {
    expect(received).toMatchObject(UNAVAILABLE);
    expect(received.headers.get('retry-after')).toBe('1');
  }
  // the lock is still held, and no backend waits for it any more
  await expect.poll(() => statesOf(stuck)).toEqual([]);
  await expect.poll(waiting).toEqual([]);
  await expectAnswer(server.visitor(), 'videoList');
  await expect.poll(busy).toEqual({ waiting: 0, taken: 0 });
  await release();
  await expectAnswer(client, 'claimTask', { task: 'download_app' });
});

test('a call that was given up has moved no money, and its key still gives one answer', async () => {
  const payee = await server.user();
  await preparePayout(payee);
  const pay = () => payee.client.send('withdraw', { amount: '1' }, { 'idempotency-key': 'one' });
  const release = await lock('wallet');
  expect(await pay()).toMatchObject(UNAVAILABLE);
  await release();
  const answers = [await pay(), await pay()];
  expect(answers.map(({ envelope }) => envelope.code)).toEqual([1, 1]);
  expect(answers[1]?.text).toBe(answers[0]?.text);
  const { rows } = await server.domain.pool.query(
    'select count(*)::int as made from withdrawal where user_id = $1',
    [payee.userId],
  );
  expect(rows).toEqual([{ made: 1 }]);
});

test('a request that waits for the rate limit’s counter is given up too', async () => {
  // in a new minute, the server has no reserved requests, so it must read the counter
  server.domain.advance(MINUTE);
  const release = await lock('limit_window');
  const received = await server.visitor().raw('/index.php/api/user/checkIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await release();
  expect(received).toMatchObject(UNAVAILABLE);
});

test('several claims in one request are given up together', async () => {
  const { client } = await server.user();
  const release = await lock('kept_answer');
  const claims = ['a', 'b', 'c'].map((key) => ({ key, call: 'claimShareReward', id: null }));
  const received = await client.send('sendClaims', {
    claims: claims.map((claim) => ({ ...claim, earned_at: server.domain.now().toISOString() })),
  });
  await release();
  expect(received).toMatchObject(UNAVAILABLE);
});
