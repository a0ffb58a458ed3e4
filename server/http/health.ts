import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { WriteTrouble } from '../database/write-trouble.ts';
import type { Ending } from './ending.ts';
import { sendAnswer, success, unavailable } from './envelope.ts';

const TIMEOUT_MS = 1000;

interface Conditions {
  readonly writing: WriteTrouble;
  readonly ending: Ending;
}

/**
 * `/healthz`: the process answers; `/readyz`: the database does too, within a second, and the server
 * is not about to end.
 * It stays ready while the database takes no writes, for people can still read; `writing` says why.
 * @param control has a connection that no call can take
 */
export function serveHealth(
  app: FastifyInstance,
  control: pg.Pool,
  { writing, ending }: Conditions,
): void {
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
      if (ending.hasBegun) throw unavailable();
      pinging ??= pingDatabase(control).finally(() => {
        pinging = null;
      });
      await pinging;
      const trouble = writing.current;
      return sendAnswer(reply, success({ status: 'ready', ...(trouble && { writing: trouble }) }));
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
