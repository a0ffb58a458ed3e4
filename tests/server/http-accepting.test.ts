import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { GracefulShutdown } from '../../server/http/graceful-shutdown.ts';

const DRAIN_MS = 20;

/** Sends a request from its own thread, and sets `asked` once the request is sent. */
const ASKS = `
  const { workerData: { port, asked }, parentPort } = require('node:worker_threads');
  const socket = require('node:net').connect(port, '127.0.0.1');
  let answer = '';
  socket.on('connect', () => socket.write('GET / HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n', () => {
    Atomics.store(new Int32Array(asked), 0, 1);
    Atomics.notify(new Int32Array(asked), 0);
  }));
  socket.on('data', (text) => { answer += text; });
  socket.on('error', ({ code }) => { answer += code; });
  socket.on('close', () => parentPort.postMessage(answer));
`;

test('a request that waited while a busy server could not accept it is answered before the server ends', async () => {
  const server = createServer((_request, reply) =>
    reply.setHeader('connection', 'close').end('served'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const asked = new SharedArrayBuffer(4);
  const phone = new Worker(ASKS, { eval: true, workerData: { port, asked } });
  onTestFinished(async () => void (await phone.terminate()));
  const answer = new Promise<string>((resolve) => phone.once('message', resolve));
  const ended = new GracefulShutdown(DRAIN_MS).drain(server);
  const view = new Int32Array(asked);
  // blocks the event loop until the request waits and the time to drain is over
  expect(Atomics.wait(view, 0, 0, 30_000)).not.toBe('timed-out');
  Atomics.wait(view, 0, 1, 2 * DRAIN_MS);
  await ended;
  expect(await answer).toContain('served');
});
