import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The result of a request through the proxy. */
export type RequestOutcome =
  | 'passed'
  /** the request is never answered */
  | 'hangs'
  /** the connection ends without an answer */
  | 'cut'
  /** the product executes the request, and its answer is lost */
  | 'lost'
  /** an endless partial answer of a clip, sent in small pieces */
  | 'trickles'
  /** the product's answer, spread evenly over this many milliseconds */
  | { takesMs: number }
  /** another server answers */
  | { status: number; type: string; body: string };

export const CAPTIVE_PORTAL: RequestOutcome = {
  status: 200,
  type: 'text/html',
  body: '<!doctype html><title>Welcome</title><h1>Log in to this Wi-Fi</h1>',
};

export const failing = (status: number): RequestOutcome => ({
  status,
  type: 'text/html',
  body: `<!doctype html><h1>${status} from a proxy</h1>`,
});

export interface FaultProxy {
  url: string;
  /** sets the outcome by path from now on; `asked` has the request's headers */
  decide(outcome: (path: string, asked: IncomingMessage) => RequestOutcome): void;
  /** sets one outcome for all paths */
  all(outcome: RequestOutcome): void;
  /** bytes sent to the browser, headers included */
  sentBytes(): number;
  close(): Promise<void>;
}

function trickle(answer: ServerResponse): void {
  answer.writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 0-/*' });
  const timer = setInterval(() => answer.write(Buffer.alloc(1_000)), 50);
  answer.on('close', () => clearInterval(timer));
}

const PAUSE_MS = 250;

/** Sends an answer of the product in equal pieces, the last of them at the end of the time. */
async function sendSlowly(
  told: IncomingMessage,
  answer: ServerResponse,
  takesMs: number,
): Promise<void> {
  const body = Buffer.concat(await told.toArray());
  const size = Math.ceil((body.length * PAUSE_MS) / takesMs);
  let sent = 0;
  const timer = setInterval(() => {
    answer.write(body.subarray(sent, sent + size));
    sent += size;
    if (sent < body.length) return;
    clearInterval(timer);
    answer.end();
  }, PAUSE_MS);
  answer.on('close', () => clearInterval(timer));
}

/** Starts a proxy to the product that injects network faults, for service workers too. */
export async function startFaultProxy(productUrl: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(productUrl);
  let outcomeFor: (path: string, asked: IncomingMessage) => RequestOutcome = () => 'passed';
  const server = createServer((asked, answer) => {
    const { method, url: path = '/' } = asked;
    const outcome = outcomeFor(path, asked);
    if (outcome === 'hangs') return;
    if (outcome === 'cut') {
      asked.socket.destroy();
      return;
    }
    if (typeof outcome === 'object' && 'body' in outcome) {
      const length = Buffer.byteLength(outcome.body);
      answer.writeHead(outcome.status, { 'content-type': outcome.type, 'content-length': length });
      answer.end(outcome.body);
      return;
    }
    if (outcome === 'trickles') {
      trickle(answer);
      return;
    }
    const passed = request({ hostname, port, method, path, headers: asked.headers }, (told) => {
      if (outcome === 'lost') {
        told.resume().on('end', () => asked.socket.destroy());
        return;
      }
      answer.writeHead(told.statusCode ?? 500, told.headers);
      // the test and its product may end before the answer is complete
      if (typeof outcome === 'object')
        sendSlowly(told, answer, outcome.takesMs).catch(() => answer.destroy());
      else told.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: (next) => {
      outcomeFor = next;
    },
    all: (outcome) => {
      outcomeFor = () => outcome;
    },
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
