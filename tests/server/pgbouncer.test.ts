import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../server/database/database.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { UNAVAILABLE } from './http/expected.ts';
import { operate, runMainFlow } from './http/own-postgres.ts';
import { hasPgBouncer, startPgBouncer } from './http/pgbouncer.ts';
import { startProcess } from './http/process.ts';
import { startServer } from './http/server.ts';
import { untilLockWait } from './support.ts';

const MODE = 'pool_mode = session';
const SHARED =
  'DATABASE_URL leads to a pooler that shares sessions: set its pool_mode to session, or let DATABASE_URL lead to Postgres itself';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clipurse-pooled-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts a pooler, which runs until the test ends, in front of an empty database. @returns its address */
async function pooled(...settings: string[]): Promise<string> {
  const database = await cloneDatabase('template0');
  onTestFinished(() => database.drop());
  const pooler = await startPgBouncer(database.url, settings);
  onTestFinished(() => pooler.close());
  return pooler.url;
}

function start(url: string, more: Record<string, string> = {}) {
  const started = startProcess({ DATABASE_URL: url, DATA_DIR: dataDir, ...more });
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}

/** A test that needs PgBouncer; without PgBouncer the run lists the test as skipped. */
const pooledTest = test.runIf(hasPgBouncer);

pooledTest('behind PgBouncer in session mode the server works', async () => {
  const url = await pooled(MODE, 'default_pool_size = 30');
  await operate(url, dataDir, 'database', 'migrate');
  const { ready, output } = start(url, { WEB_PUSH_HOSTS: 'localhost:1' });
  const address = await ready;
  await runMainFlow(url, address, dataDir);
  expect(output.stderr).toBe('');
});

pooledTest.each([
  [['pool_mode = transaction']],
  [['pool_mode = transaction', 'default_pool_size = 2', 'server_round_robin = 1']],
  [['pool_mode = statement']],
])('behind PgBouncer with %j the server ends at its start', async (settings) => {
  const url = await pooled(...settings);
  // opens two server connections, which the pooler hands out in turn
  const others = [1, 2].map(() => new pg.Client({ connectionString: url }));
  onTestFinished(async () => {
    for (const other of others) await other.end();
  });
  await Promise.all(others.map((other) => other.connect()));
  await Promise.all(others.map((other) => other.query('select pg_sleep(0.3)')));
  const { ended, output } = start(url);
  expect(await ended).toEqual({ code: 1, signal: null });
  expect(output).toEqual({ stdout: '', stderr: `Clipurse cannot start: ${SHARED}\n` });
});

pooledTest.each([
  [1, /^[^:]+: the database allows no second connection at the same time: [^\n]+\n$/],
  [5, /^[^:]+: the pooler .* gives 5 of the 6 connections .* or lower DATABASE_POOL [^\n]+\n$/],
])('behind PgBouncer with a pool of %i the server ends at its start', async (size, line) => {
  const url = await pooled(MODE, `default_pool_size = ${size}`);
  const { ended, output } = start(url, { DATABASE_POOL: '5' });
  expect(await ended).toEqual({ code: 1, signal: null });
  expect(output).toEqual({ stdout: '', stderr: expect.stringMatching(line) });
});

pooledTest('behind PgBouncer a call that timed out is ended in Postgres too', async () => {
  const poolers: Awaited<ReturnType<typeof startPgBouncer>>[] = [];
  const server = await startServer({
    // much sooner than Postgres checks whether its client is still connected
    callTimeoutMs: 500,
    pool: async (url) => {
      const pooler = await startPgBouncer(url, [MODE]);
      poolers.push(pooler);
      return createPool({ url: pooler.url, max: 4 });
    },
  });
  const { client } = await server.user();
  const other = await server.domain.pool.connect();
  await other.query('begin');
  await other.query('lock table progress in exclusive mode');
  const call = client.send('incrementShare');
  await untilLockWait(server.domain.pool, call);
  expect(await call).toMatchObject(UNAVAILABLE);
  const waiting = async () => {
    const { rows } = await other.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows;
  };
  await expect.poll(waiting).toEqual([]);
  await other.query('rollback');
  other.release();
  await server.close();
  for (const pooler of poolers) await pooler.close();
});
