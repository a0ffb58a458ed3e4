import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { sendAnswer, success, unavailable } from './envelope.ts';

const TIMEOUT_MS = 1000;

/**
 * `/healthz`: the process answers; `/readyz`: the database does too, within a second.
 * @param control has a connection that no call can take
 */
export function serveHealth(app: FastifyInstance, control: pg.Pool): void {
  // load balancers use either
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: '/healthz',
    handler: (_request, reply) => sendAnswer(reply, success({ status: 'alive' })),
  });
  // those who ask at once share one answer
  let pinging: Promise<void> | null = null;
  app.route({
    method,
    url: '/readyz',
    handler: async (_request, reply) => {
      pinging ??= pingDatabase(control).finally(() => {
        pinging = null;
      });
      await pinging;
      return sendAnswer(reply, success({ status: 'ready' }));
    },
  });
}

/** @throws TransportFault 503 */
async function pingDatabase(control: pg.Pool): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timeout = setTimeout(() => reject(unavailable()), TIMEOUT_MS);
  control.query('select 1').then(resolve, () => reject(unavailable()));
  try {
    await promise;
  } finally {
    clearTimeout(timeout);
  }
}
