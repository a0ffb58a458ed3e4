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
  /** maximum number of connections */
  readonly all: number;
  /** maximum number of connections of one address, such as a household, an office or a carrier's gateway */
  readonly perAddress: number;
  /** a connection is closed after so much time without traffic in both directions */
  readonly idleMs: number;
  /** maximum time for the arrival of a request */
  readonly requestMs: number;
  /** maximum time of an open connection between two requests */
  readonly keepAliveMs: number;
}

/** Maximum number of waiting pipelined requests of a connection; browsers send none. */
const MAX_WAITING = 16;
/** Interval of the check for requests whose arrival takes too long. */
const CHECK_REQUESTS_MS = 5_000;
/** Number of checks of a connection within its idle time. */
const CHECKS = 12;

/**
 * Makes a server with a limited number of connections per address, so that one client cannot use all of them. The
 * server handles the requests of a connection one after the other.
 * @param isProxy whether an address belongs to a proxy, which many clients share
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
 * Handles a connection's pipelined requests one by one, and reads nothing meanwhile; Node would begin all of them at
 * once, each with an open file.
 */
function oneByOne(handler: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Exchange[]>();
  function begin(socket: Socket, queue: Exchange[], [request, response]: Exchange): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : queue.shift();
      if (next === undefined) queues.delete(socket);
      // the body of the last request may still have to be read
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
  // before HTTP begins on the connection
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const giveBack = shares.take(address);
    if (giveBack === null) socket.destroy();
    else socket.once('close', giveBack);
  });
}

/** Closes idle connections: Node's own timeout would wait twice as long for a client that never reads an answer. */
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
