import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../postgres/free-port.ts';

/** A proxy of the database that a test can cut. */
export interface DatabaseProxy {
  /** a connection string to the same database, through the proxy */
  readonly url: string;
  /** cuts every connection and refuses new ones */
  cut(): Promise<void>;
  /** accepts connections again */
  mend(): Promise<void>;
  /** forwards nothing, but keeps connections open: a database that hangs */
  freeze(): void;
  /** forwards again; data that was sent meanwhile is lost */
  thaw(): void;
  close(): Promise<void>;
}

/** @param databaseUrl names a Unix socket's folder as `host`, and its `port` and `user` */
export async function startProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { pathname, searchParams } = new URL(databaseUrl);
  const target = join(searchParams.get('host') ?? '', `.s.PGSQL.${searchParams.get('port')}`);
  const open = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => {
        if (!frozen) to.write(chunk);
      });
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
  });
  const port = await freePort();
  const listen = () =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  await listen();
  return {
    url: `postgres://${searchParams.get('user')}@127.0.0.1:${port}${pathname}`,
    cut,
    mend: listen,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
