import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rewardRequests, type Target, withTarget } from './api.target.ts';
import { FIRST_DAY } from './populations.ts';

/** Addresses of this machine that the server takes for different clients, none of them a proxy. */
const ATTACKER = '127.0.0.2';
const HONEST = '127.0.0.3';
const IDLER = '127.0.0.4';

const HONEST_CALLS = 232;
const HONEST_AT_ONCE = 4;
const CALL_MS = 10_000;
const PIPELINED_BYTES = 263 * 1024;
const FLOOD_BYTES = 1_100_000;
/** Number of pipelined requests that may wait on a connection; with more, the server ends the connection. */
const MAX_PIPELINED_REQUESTS = 16;
const IDLE_SOCKETS = 10_000;
const FLOOD_FILES = 4_096;
/** The server ends a connection without traffic after 120 s. */
const PATIENCE_MS = 150_000;
const FILE_BYTES = 64 << 20;

const REQUEST = 'GET /media/flood.mp4 HTTP/1.1\r\nhost: x\r\n\r\n';

/**
 * Measures a client that takes as many resources as it can, and its effect on other clients: pipelined
 * requests, idle connections, and a connection that never reads; the output also shows the figures from
 * before the limits. Linux only: it reads the server's files and memory from `/proc`.
 */
export async function benchFlood(): Promise<void> {
  await withTarget(async (target) => {
    await makeFile(target, 'held.mp4');
    const unread = timeUnread(target);
    await makeFile(target, 'flood.mp4');
    const calls = honestCalls(target);
    const pipelined = () => [flooder(target, REQUEST, PIPELINED_BYTES)];
    await attack(target, '263 KiB pipelined (before: 5,573 files, +543 MB)', pipelined, calls);
    const idle = () => Array.from({ length: IDLE_SOCKETS }, () => flooder(target, '', 0));
    await attack(target, '10,000 idle sockets (before: all locked out)', idle, calls);
    console.log(`a connection that never reads ended after ${await unread} s (before: 240)`);
  });
  await withTarget(
    async (target) => {
      await makeFile(target, 'flood.mp4');
      const calls = honestCalls(target);
      const part = FLOOD_BYTES / 5;
      const few = () => Array.from({ length: 5 }, () => flooder(target, REQUEST, part));
      const note = `at ${FLOOD_FILES} files (before: 228 of 232 failed)`;
      await attack(target, `1.1 MB on 5 connections, ${note}`, few, calls);
      const small = REQUEST.length * MAX_PIPELINED_REQUESTS;
      const count = Math.floor(FLOOD_BYTES / small);
      const many = () => Array.from({ length: count }, () => flooder(target, REQUEST, small));
      await attack(target, `1.1 MB on ${count} connections, ${note}`, many, calls);
    },
    FIRST_DAY,
    { maxFiles: FLOOD_FILES },
  );
}

const makeFile = ({ dataDir }: Target, name: string) =>
  writeFile(join(dataDir, 'media', name), Buffer.alloc(FILE_BYTES));

/** Opens a connection of the attacker that repeats a request until it has sent `bytes`, and reads nothing. */
function flooder({ ours }: Target, text: string, bytes: number): Socket {
  const { hostname, port } = new URL(ours);
  const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER });
  socket.on('error', () => {});
  socket.pause();
  if (bytes > 0) socket.write(text.repeat(Math.floor(bytes / text.length)));
  return socket;
}

/** Waits until a connection is open, has failed, or has timed out. */
const settled = (socket: Socket) =>
  once(socket, 'connect', { signal: AbortSignal.timeout(CALL_MS) }).catch(() => {});

/** Prints the server's largest use of files and memory during an attack, and how many honest calls fail. */
async function attack(
  target: Target,
  name: string,
  begin: () => Socket[],
  call: () => Promise<boolean>,
): Promise<void> {
  const before = residentMegabytes(target.pid);
  const most = { files: 0, megabytes: before };
  const watching = setInterval(() => {
    most.files = Math.max(most.files, openFiles(target.pid, 'flood.mp4'));
    most.megabytes = Math.max(most.megabytes, residentMegabytes(target.pid));
  }, 20);
  const sockets = begin();
  // all accepted connections are open before the first honest call
  await Promise.all(sockets.map(settled));
  await delay(500);
  let failed = 0;
  for (let sent = 0; sent < HONEST_CALLS; sent += HONEST_AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: HONEST_AT_ONCE }, call));
    failed += answers.filter((isGood) => !isGood).length;
  }
  clearInterval(watching);
  for (const socket of sockets) socket.destroy();
  await delay(500);
  console.log(
    `${name}: at most ${most.files} of its files open, memory ${before} -> ${most.megabytes} MB, ` +
      `${failed} of ${HONEST_CALLS} honest calls failed`,
  );
}

/** Makes each call on a new connection; true: a reward was recorded. */
function honestCalls(target: Target): () => Promise<boolean> {
  const next = rewardRequests(target);
  const url = `${target.ours}/index.php/api/video/record`;
  return () => {
    const { body, headers } = next();
    const sent = { ...headers, 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve) => {
      const options = { method: 'POST', headers: sent, localAddress: HONEST, agent: false };
      const signal = AbortSignal.timeout(CALL_MS);
      const asked = request(url, { ...options, signal }, async (response) => {
        const text = await response.toArray().then((parts) => Buffer.concat(parts).toString());
        resolve(response.statusCode === 200 && text.includes('"reward"'));
      });
      asked.on('error', () => resolve(false)).end(body);
    });
  };
}

/** Seconds until the server closes the file of a connection that never reads. */
async function timeUnread({ ours, pid }: Target): Promise<string> {
  const { hostname, port } = new URL(ours);
  const socket = connect({ host: hostname, port: Number(port), localAddress: IDLER });
  socket.on('error', () => {}).pause();
  socket.write(REQUEST.replace('flood', 'held'));
  const isOpen = () => openFiles(pid, 'held.mp4') > 0;
  const began = performance.now();
  while (!isOpen() && performance.now() - began < CALL_MS) await delay(20);
  if (!isOpen()) throw new Error('the server never opened the file');
  while (isOpen() && performance.now() - began < PATIENCE_MS) await delay(100);
  const seconds = (performance.now() - began) / 1000;
  const text = isOpen() ? `not within ${seconds.toFixed(0)}` : seconds.toFixed(0);
  socket.destroy();
  return text;
}

function openFiles(pid: number, name: string): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(join(folder, fd)).endsWith(name);
    } catch {
      // closed after it was listed
      return false;
    }
  }).length;
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round((Number(kilobytes) * 1024) / 1_000_000);
}

if (import.meta.main) await benchFlood();
