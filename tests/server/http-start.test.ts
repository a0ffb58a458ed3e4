import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../server/config.environment.ts';
import { openSession } from '../../server/domain/sessions.ts';
import { StartError } from '../../server/start.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { Client } from './http/client.ts';
import { startInProcess } from './http/in-process.ts';
import { type ServerProcess, startProcess } from './http/process.ts';
import { expectReady } from './http/ready.ts';
import { countLockWaits, untilLockWait } from './support.ts';

/** A server without a data key prints at its start that it has made one. */
const DATA_KEY = 'ab'.repeat(32);

let dataDir: string;
let running: ServerProcess[] = [];

setUpDomain();
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clipurse-start-'));
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function start(env: Record<string, string> = {}): ServerProcess {
  const place = { DATABASE_URL: domain.url, DATA_DIR: dataDir, DATA_KEY };
  const started = startProcess({ ...place, ...env });
  running.push(started);
  return started;
}

/** Returns the bytes of all files in a folder; 0 if the folder does not exist. */
async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Makes a session that a server with the real clock accepts. */
async function userNow(): Promise<{ userId: bigint; token: string }> {
  const { userId } = await domain.user();
  await domain.pool.query(
    `update account set created_at = now() - interval '1 hour',
       password_changed_at = now() - interval '1 hour' where user_id = $1`,
    [userId],
  );
  return { userId, token: await openSession(domain.context({ now: new Date() }), userId, true) };
}

const UNREACHABLE = {
  DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/none',
  DATABASE_WAIT: '0',
};

describe('the start of a server', () => {
  test.each([
    ['DATABASE_URL', { DATABASE_URL: 'mysql://user:hidden@db/x' }, 'must be a URL such as .*'],
    ['the database', UNREACHABLE, 'cannot be used: .*'],
  ])('stops with one line that explains %s', async (name, env, problem) => {
    const { ended, output } = start(env);
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(output).toEqual({
      stdout: '',
      stderr: expect.stringMatching(`^Clipurse cannot start: ${name} ${problem}\n$`),
    });
    expect(output.stderr).not.toContain('hidden');
  });

  test('stops with one line when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { ended, output } = start({ PORT: String(port) });
    const end = await ended;
    other.close();
    expect(end).toEqual({ code: 1, signal: null });
    expect(output).toEqual({
      stdout: '',
      stderr: `Clipurse cannot start: PORT 127.0.0.1:${port} is taken by another program\n`,
    });
  });

  /** Starts a server in this process. @returns the expectation that the start is rejected */
  const refusalOf = (env: Record<string, string>) =>
    expect(startInProcess({ DATABASE_URL: domain.url, DATA_DIR: dataDir, DATA_KEY, ...env }))
      .rejects;

  test('is refused if the data folder is a file', () =>
    refusalOf({ DATA_DIR: join(import.meta.dirname, 'support.ts') }).toThrow(
      new ConfigError('DATA_DIR must be a folder that this user may write'),
    ));

  test.each(['203.0.113.9', 'fe80::1', 'no.such.host.invalid'])(
    'is refused if the host is no address of this machine: %s',
    (host) =>
      refusalOf({ HOST: host }).toThrow(
        new StartError(`HOST ${host} is no address of this machine`),
      ),
  );

  test('makes no database if the host is no address of this machine', async () => {
    const DATA_DIR = join(dataDir, 'first');
    await refusalOf({ DATABASE_URL: '', DATA_DIR, HOST: '203.0.113.9' }).toThrow(StartError);
    await expect(stat(DATA_DIR)).rejects.toThrow('ENOENT');
  });
});

test('a killed server leaves its compile cache for the next start', async () => {
  const folder = join(dataDir, 'compiled');
  const { ready, child, ended } = start({ NODE_COMPILE_CACHE: folder });
  await ready;
  // the cache is written after the server is ready
  await expect.poll(() => sizeOf(folder)).toBeGreaterThan(1_000_000);
  child.kill('SIGKILL');
  await ended;
});

/** Makes each call that writes progress wait. @returns a function that ends the wait */
async function lockProgress(): Promise<() => Promise<void>> {
  const blocker = await domain.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table progress');
  return async () => {
    await blocker.query('commit');
    blocker.release();
  };
}

test('a server opens at most DATABASE_POOL connections to the database', async () => {
  const address = await start({ DATABASE_POOL: '2' }).ready;
  const { token } = await userNow();
  const release = await lockProgress();
  const client = new Client(address, token);
  const calls = Array.from({ length: 8 }, () => client.send('incrementShare'));
  await waitUntil(async () => (await countLockWaits(domain.pool)) >= 2);
  // /readyz uses a connection of its own, and is answered after all calls have arrived
  for (let time = 0; time < 5; time += 1) await client.raw('/readyz');
  const connections = await countLockWaits(domain.pool);
  await release();
  await Promise.all(calls);
  expect(connections).toBe(2);
});

describe('the end of a server', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'is orderly with %s, after one line with the address',
    async (signal) => {
      const { child, ready, ended, output } = start();
      const address = await ready;
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      await expectReady(address);
      child.kill(signal);
      expect(await ended).toEqual({ code: 0, signal: null });
      expect(output).toEqual({ stdout: `Clipurse is ready: ${address}\n`, stderr: '' });
    },
  );

  /** Sends a request that waits until `release` is called. */
  async function hold(url: string) {
    const { token } = await userNow();
    const release = await lockProgress();
    const answer = new Client(url, token).send('incrementShare');
    await untilLockWait(domain.pool);
    return { answer, release };
  }

  test('waits for a request in progress, also if one Ctrl-C is delivered twice', async () => {
    const { child, ready, ended, output } = start();
    const url = await ready;
    const { answer, release } = await hold(url);
    // the terminal sends a signal to the server, and npm sends another
    child.kill('SIGINT');
    child.kill('SIGTERM');
    // a server that is ending accepts no new connection
    const isEnding = () =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      );
    await waitUntil(isEnding);
    await release();
    expect((await answer).envelope).toEqual({ code: 1, msg: 'ok', data: { shares: 1 } });
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(output.stderr).toBe('');
  });

  test('is immediate at a second signal', async () => {
    const { child, ready, ended } = start();
    const { answer, release } = await hold(await ready);
    const lost = expect(answer).rejects.toThrow();
    child.kill('SIGTERM');
    // signals within a second count as one, so the next is sent later
    const asking = setInterval(() => child.kill('SIGTERM'), 1_100);
    const { code, signal } = await ended.finally(() => clearInterval(asking));
    expect({ code, signal }).toEqual({ code: 1, signal: null });
    await lost;
    await release();
  });
});

/** Polls until the condition holds; the test's timeout ends it. */
async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}
