import { createConnection, createServer, type Socket } from 'node:net';

/** Messages of the protocol that ask for an answer: a simple query, and the end of a prepared one. */
const ASKING = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)));
/** The protocol's version, with which a connection begins; what comes before it has no letter either. */
const BEGINNING = 196_608;
const WINDOW_MS = 100;

/** Hears the messages of one connection as they pass, whatever parts they come in. */
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
      if (!hasBegun) hasBegun = rest.readUInt32BE(4) === BEGINNING;
      rest = rest.subarray(length);
    }
  };
}

/** What went over the wire in some time. */
export interface Traffic {
  /** statements a second; `begin` and `commit` are statements too */
  readonly perSecond: number;
  /** of the tenths of a second, the most over the mean */
  readonly peak: number;
  readonly connections: number;
}

export interface Wire {
  /** counts for so many seconds */
  count(seconds: number): Promise<Traffic>;
  close(): Promise<void>;
}

/** A way to Postgres' socket `to` over a socket of its own, which tells how much is asked when. */
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
