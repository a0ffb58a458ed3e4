import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { type AppOptions, buildApp } from '../../../server/app.ts';
import { attachKeys, keysOf } from '../../../server/database/data-keys.ts';
import { createPool } from '../../../server/database/database.ts';
import { Settings } from '../../../server/domain/settings.ts';

/** One of several servers that share a database. */
export interface Instance {
  readonly app: FastifyInstance;
  readonly settings: Settings;
}

interface Opened extends Instance {
  close(): Promise<void>;
}

/** Opens a server with its own pool, settings, metrics and memory; everything else is as in `options`. */
export async function openInstance(options: AppOptions, databaseUrl: string): Promise<Opened> {
  const pool = createPool({ url: databaseUrl, max: 5 });
  attachKeys(pool, keysOf(options.pool));
  const settings = new Settings({ db: pool });
  const app = await buildApp({ ...options, pool, settings, metrics: new Registry() });
  await app.ready();
  const close = async () => {
    await app.close();
    await pool.end();
  };
  return { app, settings, close };
}

/**
 * Listens at an address, and passes each request to the next server in turn. The server reads the
 * settings before the request, so a test need not wait for the next poll.
 */
export async function listenRoundRobin(instances: readonly Instance[]) {
  let turn = 0;
  const front = createServer(async (request, response) => {
    turn += 1;
    const { app, settings } = instances[turn % instances.length] as Instance;
    await settings.refresh();
    app.routing(request, response);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
