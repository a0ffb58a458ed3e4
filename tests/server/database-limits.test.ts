import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPool, inTransaction, isUnavailable } from '../../server/database/database.ts';
import { CALL_LIMITS, OPERATOR_LIMITS } from '../../server/database/session.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { expectAnswer } from './http/coverage.ts';
import { UNAVAILABLE } from './http/expected.ts';
import { startProxy } from './http/proxy.ts';
import { startServer, type TestServer } from './http/server.ts';
import { untilLockWait } from './support.ts';

/** Shorter limits than CALL_LIMITS, in the same order. */
const SHORT = { idleInTransactionMs: 1_000, lockMs: 3_000, statementMs: 6_000 };
/** The wait for a lock ends before a frozen process loses its transaction. */
const HASTY = { ...SHORT, lockMs: 300 };

let server: TestServer;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startServer({
    pool: async (url) => {
      pool = createPool({ url, limits: SHORT });
      return pool;
    },
  });
});
afterAll(() => server.close());

const settingsOf = async (pool: pg.Pool): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout',
       'idle_in_transaction_session_timeout', 'client_connection_check_interval')`,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
};

test.each([
  ['a call', undefined, '11000'],
  ['an operator', OPERATOR_LIMITS, '0'],
])(
  'every connection of %s has its limits, also if its database sets others',
  async (_, limits, longest) => {
    const { pool, url } = server.domain;
    const name = new URL(url).pathname.slice(1);
    for (const kind of ['lock', 'statement', 'idle_in_transaction_session']) {
      await pool.query(`alter database ${name} set ${kind}_timeout = '1h'`);
    }
    const own = createPool({ url, max: 3, ...(limits ? { limits } : {}) });
    const three = await Promise.all([1, 2, 3].map(() => own.connect()));
    for (const client of three) client.release();
    expect(await Promise.all([1, 2, 3].map(() => settingsOf(own)))).toEqual(
      Array.from({ length: 3 }, () => ({
        client_connection_check_interval: '2000',
        idle_in_transaction_session_timeout: '6000',
        lock_timeout: '8000',
        statement_timeout: longest,
      })),
    );
    await own.end();
  },
);

/** Returns the seconds until the system’s next keep-alive probe of a connection; null: none. */
async function nextProbe({ connection }: pg.PoolClient): Promise<number | null> {
  const { localPort = 0, remotePort = 0 } = connection.stream as Socket;
  const ends = [localPort, remotePort].map((port) => port.toString(16).toUpperCase());
  const [local, remote] = ends.map((port) => `0100007F:${port.padStart(4, '0')}`);
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
  const row = rows.find((line) => line.includes(`${local} ${remote} `)) ?? '';
  // the keep-alive timer, in hundredths of a second
  const [, left] = / 02:([0-9A-F]{8}) /.exec(row) ?? [];
  return left === undefined ? null : Number.parseInt(left, 16) / 100;
}

test.runIf(process.platform === 'linux')(
  'both ends of every connection of the pool send keep-alive probes',
  async () => {
    const proxy = await startProxy(server.domain.url);
    const own = createPool({ url: proxy.url, max: 2 });
    const clients = await Promise.all([own.connect(), own.connect()]);
    for (const client of clients) {
      await expect.poll(() => nextProbe(client)).not.toBe(null);
      // the system’s default of 2 hours would be too long
      expect(await nextProbe(client)).toBeLessThanOrEqual(30);
      const { rows } = await client.query(
        `select name from pg_settings where name like 'tcp_keepalives%' and source = 'session'
         order by name`,
      );
      expect(rows.map(({ name }) => name)).toEqual([
        'tcp_keepalives_count',
        'tcp_keepalives_idle',
        'tcp_keepalives_interval',
      ]);
      client.release();
    }
    await own.end();
    await proxy.close();
  },
);

test('a frozen transaction ends before other transactions stop waiting for its locks, and before calls time out', () => {
  const { idleInTransactionMs, lockMs, statementMs } = CALL_LIMITS;
  const order = [idleInTransactionMs, lockMs, statementMs, 15_000];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('a frozen process that holds locks delays others only for a moment', async () => {
  const { domain } = server;
  const frozen = createPool({ url: domain.url, max: 1, limits: SHORT });
  const [one, other] = [await server.user(), await server.user()];
  const client = await frozen.connect();
  await client.query('begin');
  await client.query('select from wallet where user_id = $1 for update', [one.userId]);
  const waiting = one.client.send('claimShareReward');
  await untilLockWait(domain.pool);
  // other members are paid meanwhile
  expect((await other.client.send('claimShareReward')).envelope.code).toBe(1);
  // this member is paid once the database has ended the frozen transaction
  expect((await waiting).envelope.code).toBe(1);
  const failure: unknown = await client.query('commit').catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  client.release(true);
  await frozen.end();
});

/** Runs `work` while another connection holds the row locks of the statement `sql`. */
async function holding(sql: string, work: () => Promise<void>): Promise<void> {
  const foreign = new pg.Client({ connectionString: server.domain.url });
  await foreign.connect();
  await foreign.query('begin');
  await foreign.query(sql);
  try {
    await work();
  } finally {
    await foreign.query('rollback');
    await foreign.end();
  }
}

test('a call that waits too long for a lock may be sent again under the same key', async () => {
  const { client, userId } = await server.user();
  const other = await server.user();
  const share = { call: 'claimShareReward', id: null } as const;
  const claims = ['one', 'two'].map((key) => ({ ...share, key }));
  const query = vi.spyOn(pool, 'query');
  const locks = `select from wallet where user_id in (${userId}, ${other.userId}) for update`;
  await holding(locks, async () => {
    const [received, several] = await Promise.all([
      client.send('claimShareReward', {}, { 'idempotency-key': 'once' }),
      expectAnswer(other.client, 'sendClaims', { claims }),
    ]);
    expect(received).toMatchObject(UNAVAILABLE);
    expect(received.headers.get('retry-after')).toBe('1');
    expect(several.results).toEqual(claims.map(({ key }) => ({ key, reason: null })));
  });
  // claims that have waited together for a lock do not wait again one by one
  const asked = query.mock.calls.map(([each]) => (each as { name?: string }).name ?? '');
  expect(asked.filter((name) => name.startsWith('record_')).sort()).toEqual([
    ...['record_claims', 'record_share'],
  ]);
  query.mockRestore();
  const again = await client.send('claimShareReward', {}, { 'idempotency-key': 'once' });
  expect(again.envelope.code).toBe(1);
  const { results } = await expectAnswer(other.client, 'sendClaims', { claims });
  expect(results[0]).toMatchObject({ key: 'one', data: {} });
});

test('a statement that takes too long ends, and its connection is free again', async () => {
  const pool = createPool({
    url: server.domain.url,
    max: 1,
    limits: { ...SHORT, statementMs: 50 },
  });
  const failure: unknown = await pool.query('select pg_sleep(60)').catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a transaction that gave up waiting for a lock has changed nothing', async () => {
  const { userId } = await server.user();
  const pool = createPool({ url: server.domain.url, max: 1, limits: HASTY });
  await holding(`select from wallet where user_id = ${userId} for update`, async () => {
    const work = inTransaction(pool, async (db) => {
      await changeSettings(db, { 'video.daily_limit': '7' }, new Date());
      await db.query('select from wallet where user_id = $1 for update', [userId]);
    });
    expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true);
  });
  const { rows } = await pool.query(`select value from setting where key = 'video.daily_limit'`);
  expect(rows).toEqual([]);
  await pool.end();
});

test('an idle connection stays open for minutes, since a new one must plan each statement again', async () => {
  const own = createPool({ url: pool.options.connectionString ?? '', max: 1 });
  const client = await own.connect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    client.release();
    vi.advanceTimersByTime(4 * 60_000);
    expect(own.totalCount).toBe(1);
    vi.advanceTimersByTime(2 * 60_000);
    expect(own.totalCount).toBe(0);
  } finally {
    vi.useRealTimers();
    await own.end();
  }
});
