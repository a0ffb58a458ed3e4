import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOO_MANY } from './http/expected.ts';
import { startServer, type TestServer } from './http/server.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function start(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

interface Connection {
  readonly socket: Socket;
  /** resolves when the server has closed the connection, which a client that does not read never notices */
  readonly closed: Promise<unknown>;
}

/** Opens a connection that sends these bytes and reads nothing. */
async function open(server: TestServer, bytes = ''): Promise<Connection> {
  const accepted = once(server.app.server, 'connection');
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.pause();
  const [peer] = await accepted;
  const closed = new Promise((resolve) => peer.once('close', resolve));
  socket.write(bytes);
  return { socket, closed };
}

async function openMany(server: TestServer, count: number): Promise<Connection[]> {
  const all: Connection[] = [];
  for (let one = 0; one < count; one += 1) all.push(await open(server));
  return all;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

describe.skipIf(process.platform !== 'linux')('pipelined requests of one connection', () => {
  const path = '/media/large.mp4';
  let server: TestServer;
  beforeAll(async () => {
    server = await start({});
    await mkdir(join(server.dataDir, 'media'), { recursive: true });
    await writeFile(join(server.dataDir, 'media/large.mp4'), Buffer.alloc(16 << 20));
  });

  /** Returns how many times this process has the clip open. */
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith('large.mp4');
      } catch {
        return false;
      }
    }).length;

  test('are begun one after the other: one file is open', async () => {
    const { socket, closed } = await open(server, get(path).repeat(16));
    await expect.poll(openFiles).toBeGreaterThan(0);
    // all requests of the connection have arrived, so each that could begin has begun
    expect((await server.visitor().raw('/healthz')).status).toBe(200);
    expect(openFiles()).toBe(1);
    socket.destroy();
    await closed;
    await expect.poll(openFiles).toBe(0);
  });

  test('are ended with their connection once they exceed 263 KiB', async () => {
    const request = get(path);
    const { socket, closed } = await open(server, request.repeat((263 * 1024) / request.length));
    await closed;
    socket.destroy();
    await expect.poll(openFiles).toBe(0);
    expect((await server.visitor().raw('/healthz')).status).toBe(200);
  });

  test('are answered in their order, with their bodies', async () => {
    const body = 'tab=none';
    const head = [
      'POST /index.php/api/user/checkIn HTTP/1.1',
      'host: x',
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${body.length}`,
    ].join('\r\n');
    const pair = `${get('/healthz')}${head}\r\n\r\n${body}`;
    const last = 'GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const { socket, closed } = await open(server, pair.repeat(6) + last);
    const [answers] = await Promise.all([text(socket), closed]);
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      ...Array(6).fill(['200', '400']).flat(),
      '200',
    ]);
  });
});

describe('idle connections', () => {
  test('leave room for other addresses', async () => {
    const server = await start({ limits: { connections: 5 } });
    const idle = await openMany(server, 5);
    const more = await open(server);
    await more.closed;
    for (const { socket } of idle) socket.destroy();
    await expect.poll(() => server.visitor().raw('/healthz')).toMatchObject({ status: 200 });
  });

  test('are not counted if they are a trusted proxy’s', async () => {
    const server = await start({
      limits: { connections: 1 },
      config: { trustProxy: ['127.0.0.0/8'] },
    });
    const idle = await openMany(server, 5);
    expect((await server.visitor().raw('/healthz')).status).toBe(200);
    for (const { socket } of idle) socket.destroy();
  });

  test('are closed after the idle time if they never read', async () => {
    const idleMs = 4_000;
    const ticks = 12;
    const server = await start({ limits: { idleMs } });
    await mkdir(join(server.dataDir, 'media'), { recursive: true });
    await writeFile(join(server.dataDir, 'media/large.mp4'), Buffer.alloc(32 << 20));
    // while this process is busy or stopped, the server's timers wait too: count timers, not time
    let passed = 0;
    const ticking = setInterval(() => {
      passed += 1;
    }, idleMs / ticks);
    const all = [await open(server), await open(server, get('/media/large.mp4'))];
    await Promise.all(all.map(({ closed }) => closed));
    clearInterval(ticking);
    expect(passed).toBeLessThan(1.5 * ticks);
    for (const { socket } of all) socket.destroy();
  });
});

test.each([
  ['head', 'POST /index.php/api/user/checkIn HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ['body', 'POST /index.php/api/user/checkIn HTTP/1.1\r\nhost: x\r\ncontent-length: 999\r\n\r\n'],
])('a %s that arrives byte by byte is refused after the time for a request', async (_, begun) => {
  const server = await start({ limits: { requestMs: 500 } });
  const { socket, closed } = await open(server, begun);
  const answer = text(socket);
  const dripping = setInterval(() => socket.write('a'), 50);
  await closed;
  clearInterval(dripping);
  expect(await answer).toContain('took too long to arrive');
});

test('waiting calls of one address leave room for other addresses', async () => {
  const server = await start({ limits: { calls: 3 }, config: { trustProxy: true } });
  const { client } = await server.user();
  const blocker = await server.domain.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table progress');
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const calls = Array.from({ length: 6 }, () =>
    client.send('incrementShare', {}, from('198.51.100.1')),
  );
  const rejected = await Promise.race(calls);
  expect(rejected).toMatchObject(TOO_MANY);
  expect(rejected.headers.get('retry-after')).toBe('1');
  const others = client.send('incrementShare', {}, from('198.51.100.2'));
  await blocker.query('commit');
  blocker.release();
  expect((await others).status).toBe(200);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429]);
});

test('a /48 network may have four times as many concurrent calls as one address', async () => {
  const server = await start({ limits: { calls: 2 }, config: { trustProxy: true } });
  const { client } = await server.user();
  const blocker = await server.domain.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table progress');
  const ask = (address: string) =>
    client.send('incrementShare', {}, { 'x-forwarded-for': address });
  const calls = Array.from({ length: 10 }, (_, subnet) => ask(`2001:db8:1:${subnet}00::1`));
  expect(await Promise.race(calls)).toMatchObject(TOO_MANY);
  const others = ask('2001:db8:2::1');
  await blocker.query('commit');
  blocker.release();
  expect((await others).status).toBe(200);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(8).fill(200), 429, 429]);
});
