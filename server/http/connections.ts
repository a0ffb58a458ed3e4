import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { Shares } from '../domain/shares.ts';

export interface ConnectionLimits {
  /** connections of all */
  readonly all: number;
  /** connections of one address: a household, an office, a carrier's gateway */
  readonly perAddress: number;
  /** a connection that moves no byte for so long is ended, whoever it is that waits */
  readonly idleMs: number;
  /** how long a request may take to arrive */
  readonly requestMs: number;
  /** a connection between two requests is kept for so long */
  readonly keepAliveMs: number;
}

/** Requests that a connection may send before the one that is answered; no browser sends any. */
const MAX_WAITING = 16;
/** How often requests that take too long to arrive are looked for. */
const CHECK_REQUESTS_MS = 5_000;
/** How often in its idle time a connection is looked at. */
const CHECKS = 12;

/**
 * A server that one client cannot fill: connections are counted by address, and each is served one
 * request after the other.
 * @param isProxy whether an address is a proxy's, behind which there are many
 */
export function boundedServer(
  handler: RequestListener,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): Server {
  const { requestMs: requestTimeout, keepAliveMs: keepAliveTimeout } = limits;
  const timeouts = { requestTimeout, keepAliveTimeout };
  const options = { ...timeouts, connectionsCheckingInterval: CHECK_REQUESTS_MS };
  const server = createServer(options, oneByOne(handler));
  server.maxConnections = limits.all;
  limitAddresses(server, new Shares(limits.all, limits.perAddress), isProxy);
  endIdle(server, limits.idleMs);
  return server;
}

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Node would begin all requests that a connection sends at once, each with its file: the next one
 * begins when the answer before has gone, and nothing is read meanwhile.
 */
function oneByOne(handler: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Exchange[]>();
  function begin(socket: Socket, queue: Exchange[], [request, response]: Exchange): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : queue.shift();
      if (next === undefined) queues.delete(socket);
      // the last one that has arrived may have a body that is still to be read
      if (queue.length === 0) socket.resume();
      if (next !== undefined) begin(socket, queue, next);
    });
    handler(request, response);
  }
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const queue = queues.get(socket);
    if (queue === undefined) {
      const first: Exchange[] = [];
      queues.set(socket, first);
      begin(socket, first, [request, response]);
    } else if (queue.length === MAX_WAITING) {
      socket.destroy();
    } else {
      queue.push([request, response]);
      socket.pause();
    }
  };
}

function limitAddresses(
  server: Server,
  shares: Shares,
  isProxy: (address: string) => boolean,
): void {
  // before HTTP begins on it
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const giveBack = shares.take(address);
    if (giveBack === null) socket.destroy();
    else socket.once('close', giveBack);
  });
}

/** Node's own timeout lets a client that never reads an answer wait twice as long. */
function endIdle(server: Server, idleMs: number): void {
  const open = new Map<Socket, { moved: number; checks: number }>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { moved: 0, checks: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, seen] of open) {
      const moved = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      if (moved !== seen.moved) open.set(socket, { moved, checks: 0 });
      else if (++seen.checks >= CHECKS - 1) socket.destroy();
    }
  }, idleMs / CHECKS).unref();
  server.once('close', () => clearInterval(timer));
}
