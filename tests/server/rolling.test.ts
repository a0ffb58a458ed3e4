import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../../scripts/debian-programs.ts';
import { type ClonedDatabase, cloneDatabase } from '../postgres/clone.ts';
import { freePort } from '../postgres/free-port.ts';
import { trustedCertificate } from './certificate.ts';
import { loginForm, registerForm } from './forms.ts';
import { Client } from './http/client.ts';
import { expectAnswer } from './http/coverage.ts';
import { operate } from './http/own-postgres.ts';
import { type ServerProcess, startProcess } from './http/process.ts';
import { startTlsProxy, type TlsProxy } from './http/tls-proxy.ts';

const root = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'clipurse-rolling-'));
const MAX_MS = 5_000;
const NEW_ASSET = 'assets/next-12345678.js';

let database: ClonedDatabase;
let proxy: TlsProxy;
let ports: number[];
let servers: ServerProcess[];
let client: Client;
let counted = 0;
let attempts = 0;

/** Makes the next version: a separate checkout, whose build has one more file. @returns its main module */
function copyCheckout(): string {
  const next = join(home, 'next');
  mkdirSync(join(next, 'machines'), { recursive: true });
  for (const name of ['server', 'contract', 'dist', 'machines/payout.machine.ts', 'package.json']) {
    cpSync(join(root, name), join(next, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(next, 'node_modules'));
  writeFileSync(join(next, 'dist', NEW_ASSET), 'next');
  return join(next, 'server/main.ts');
}

async function startServer(port: number, main?: string): Promise<ServerProcess> {
  const environment = { DRAIN_SECONDS: '1', TRUST_PROXY: '127.0.0.1', PORT: String(port) };
  const own = { DATABASE_URL: database.url, DATA_DIR: join(home, 'data') };
  const server = startProcess({ ...environment, ...own }, main);
  await server.ready;
  return server;
}

const here = findProgram('nginx') !== null;
beforeAll(async () => {
  if (!here) return;
  trustedCertificate();
  database = await cloneDatabase();
  ports = [await freePort(), await freePort(), await freePort()];
  servers = await Promise.all(ports.map((port) => startServer(port)));
  for (const key of ['limit.requests_per_minute', 'limit.user_requests_per_minute']) {
    await operate(database.url, join(home, 'data'), 'config', 'set', key, '0');
  }
  proxy = await startTlsProxy(
    'nginx',
    ports.map((port) => `127.0.0.1:${port}`).join(' fail_timeout=1s;\nserver '),
  );
  const visitor = new Client(proxy.url, null);
  await expectAnswer(visitor, 'checkIn', registerForm(1));
  const { userInfo } = await expectAnswer(visitor, 'checkIn', loginForm(1));
  client = new Client(proxy.url, userInfo.token);
});
afterAll(async () => {
  await proxy?.close();
  for (const { child } of servers ?? []) child.kill('SIGKILL');
  await Promise.all((servers ?? []).map(({ ended }) => ended));
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

interface Load {
  acknowledged: number;
  /** why requests failed and were repeated */
  cut: string[];
  slowestMs: number;
  /** failures that a person would have seen: calls without success within five seconds */
  failed: string[];
}

/** Sends one share as a phone does: with the same key until it is acknowledged. */
async function shareOnce(key: string, load: Load): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const asked = performance.now();
    const why = await client
      .send('incrementShare', {}, { 'idempotency-key': key })
      .then(({ status, envelope }) => (envelope.code === 1 ? null : `${status}`))
      .catch((error: Error) => String(error.cause ?? error.message));
    load.slowestMs = Math.max(load.slowestMs, performance.now() - asked);
    if (why === null) {
      load.acknowledged += 1;
      return;
    }
    // nginx ends a connection of HTTP/2 after a thousand requests
    if (!why.includes('GOAWAY')) load.cut.push(why);
    if (performance.now() - begun > MAX_MS) {
      load.failed.push(why);
      return;
    }
    await delay(100);
  }
}

/** Lets several phones share without a pause until `work` is done. */
async function under(work: () => Promise<void>): Promise<Load> {
  const load: Load = { acknowledged: 0, cut: [], slowestMs: 0, failed: [] };
  let isOver = false;
  const phones = Array.from({ length: 6 }, async (_, phone) => {
    while (!isOver) {
      attempts += 1;
      await shareOnce(`phone-${phone}-${attempts}`, load);
    }
  });
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(phones);
  }
  return load;
}

/** Expects that every acknowledged share since the last call of this function was counted once. */
async function expectCounted({ acknowledged }: Load): Promise<void> {
  const before = counted;
  counted = (await expectAnswer(client, 'incrementShare')).shares;
  expect(counted - before).toBe(acknowledged + 1);
}

test.runIf(here)(
  'each of three servers is replaced by the next version under load, and no call fails',
  async () => {
    const main = copyCheckout();
    const load = await under(async () => {
      for (const [at, port] of ports.entries()) {
        const before = servers[at] as ServerProcess;
        before.child.kill('SIGTERM');
        expect((await before.ended).code).toBe(0);
        servers[at] = await startServer(port, main);
      }
    });
    await expectCounted(load);
    expect(load.failed).toEqual([]);
    // at most one: a server that ends may close a connection that was opened at that moment
    expect(load.cut.length).toBeLessThan(2);
    expect(load.slowestMs).toBeLessThan(MAX_MS);
    expect(load.acknowledged).toBeGreaterThan(100);
  },
);

test.runIf(here)(
  'when a server is killed under load, no share is lost or counted twice, and the other servers answer the calls',
  async () => {
    const load = await under(async () => {
      await delay(1_000);
      servers[0]?.child.kill('SIGKILL');
      await delay(2_000);
      servers[0] = await startServer(ports[0] as number);
    });
    expect(load.failed).toEqual([]);
    expect(load.slowestMs).toBeLessThan(MAX_MS);
    await expectCounted(load);
  },
);

test.runIf(here)('a file that only one of two versions has is found at each server', async () => {
  // two of the three servers are of the next version, the killed server is of this version again
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, at) => fetch(`${proxy.url}/${NEW_ASSET}?${at}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
});
