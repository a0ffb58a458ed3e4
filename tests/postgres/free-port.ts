import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether nobody listens on a port, at any address of this machine. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen(port, () => server.close(() => resolve(true)));
  return promise;
}

/**
 * A port that was free a moment ago: for programs that do not tell which one the system chose, and
 * for servers that come back. It lies below the ports that the system gives to connections: one of
 * these would take it while nobody listens there.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(10_000, 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no port from 10000 to 20000 is free');
}
