import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { sendAnswer, success, unavailable } from './envelope.ts';

const TIMEOUT_MS = 1000;

/** `/healthz`: the process answers; `/readyz`: the database does too, within a second. */
export function serveHealth(app: FastifyInstance, pool: pg.Pool): void {
  // load balancers use either
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: '/healthz',
    handler: (_request, reply) => sendAnswer(reply, success({ status: 'alive' })),
  });
  app.route({
    method,
    url: '/readyz',
    handler: async (_request, reply) => {
      await pingDatabase(pool);
      return sendAnswer(reply, success({ status: 'ready' }));
    },
  });
}

/** @throws TransportFault 503 */
async function pingDatabase(pool: pg.Pool): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timeout = setTimeout(() => reject(unavailable()), TIMEOUT_MS);
  pool.query('select 1').then(resolve, () => reject(unavailable()));
  try {
    await promise;
  } finally {
    clearTimeout(timeout);
  }
}
