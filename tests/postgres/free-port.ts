import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Is a port unused at every address of this machine? */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen(port, () => server.close(() => resolve(true)));
  return promise;
}

/**
 * Finds a free port for programs that do not print the port that the system chose, and for servers that
 * are restarted. The port is below the system's range for outgoing connections, which could otherwise
 * take it while the server is down.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(10_000, 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no port from 10000 to 20000 is free');
}
