import { createConnection, createServer, type Socket } from 'node:net';

/** Messages of Postgres' protocol that request an answer: a simple query, and the Sync after a prepared one. */
const ASKING = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)));
/** The protocol's version, with which a connection begins; earlier messages have no type byte either. */
const PROTOCOL_VERSION = 196_608;
const WINDOW_MS = 100;

/** Parses the messages of one connection, in chunks of any size. */
function listenTo(onAsked: () => void): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  return (part) => {
    rest = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    for (;;) {
      const head = hasBegun ? 5 : 8;
      if (rest.length < head) return;
      const length = hasBegun ? rest.readUInt32BE(1) + 1 : rest.readUInt32BE(0);
      if (rest.length < length) return;
      if (hasBegun && ASKING.has(rest.readUInt8(0))) onAsked();
      if (!hasBegun) hasBegun = rest.readUInt32BE(4) === PROTOCOL_VERSION;
      rest = rest.subarray(length);
    }
  };
}

/** Traffic in a period. */
export interface Traffic {
  /** statements a second, with `begin` and `commit` */
  readonly perSecond: number;
  /** the highest rate in a tenth of a second, divided by the mean */
  readonly peak: number;
  readonly connections: number;
}

export interface Wire {
  /** counts the traffic of the next seconds */
  count(seconds: number): Promise<Traffic>;
  close(): Promise<void>;
}

/** Listens on `socket`, forwards connections to Postgres' socket `to`, and counts the statements over time. */
export async function startWire(socket: string, to: string): Promise<Wire> {
  const sockets = new Set<Socket>();
  let asked: number[] | null = null;
  const server = createServer((client) => {
    const database = createConnection(to);
    const hear = listenTo(() => asked?.push(performance.now()));
    client.on('data', hear).pipe(database).pipe(client);
    sockets.add(client);
    const end = () => {
      sockets.delete(client);
      client.destroy();
      database.destroy();
    };
    for (const each of [client, database]) each.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    count: async (seconds) => {
      const moments: number[] = [];
      asked = moments;
      const begun = performance.now();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      asked = null;
      const windows = new Map<number, number>();
      for (const moment of moments) {
        const window = Math.floor((moment - begun) / WINDOW_MS);
        windows.set(window, (windows.get(window) ?? 0) + 1);
      }
      const mean = (moments.length * WINDOW_MS) / (seconds * 1_000);
      const peak = Math.max(0, ...windows.values()) / mean;
      return { perSecond: moments.length / seconds, peak, connections: sockets.size };
    },
    close: async () => {
      for (const each of sockets) each.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
