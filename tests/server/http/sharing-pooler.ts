import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A fake of PgBouncer in transaction mode: all clients share one session of Postgres. */
export interface SharingPooler {
  readonly url: string;
  close(): Promise<void>;
}

const SSL_REQUEST = 80_877_103;
/** AuthenticationOk, then ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

const isReady = (chunk: Buffer) =>
  chunk.length >= 6 && chunk.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]));

function startupOf(user: string, database: string): Buffer {
  const fields = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(fields.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, fields]);
}

/** @param databaseUrl with the Unix socket's folder as `host`, its `port`, and `user` */
export async function startSharingPooler(databaseUrl: string): Promise<SharingPooler> {
  const { pathname, searchParams } = new URL(databaseUrl);
  const user = searchParams.get('user') ?? '';
  const upstream = connect(
    join(searchParams.get('host') ?? '', `.s.PGSQL.${searchParams.get('port')}`),
  );
  const clients = new Set<Socket>();
  const waiting: { readonly client: Socket; readonly chunk: Buffer }[] = [];
  let active: Socket | null = null;
  const next = () => {
    const turn = waiting.shift();
    active = turn?.client ?? null;
    if (turn) upstream.write(turn.chunk);
  };
  upstream.write(startupOf(user, pathname.slice(1)));
  await new Promise<void>((resolve) => {
    upstream.on('data', (chunk: Buffer) => {
      active?.write(chunk);
      if (isReady(chunk)) next();
      resolve();
    });
  });
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => {});
    client.once('data', (first: Buffer) => {
      if (first.readInt32BE(4) !== SSL_REQUEST) client.write(WELCOME);
      client.on('data', (chunk: Buffer) => {
        if (chunk[0] === 0x58) client.end();
        else if (active === client) upstream.write(chunk);
        else waiting.push({ client, chunk });
        if (active === null) next();
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${user}@127.0.0.1:${port}${pathname}`,
    close: async () => {
      upstream.destroy();
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
