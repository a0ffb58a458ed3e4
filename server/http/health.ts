import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { WriteHealth } from '../database/write-health.ts';
import type { KeyLack } from '../domain/at-rest/running-servers.ts';
import { sendAnswer, success, unavailable } from './envelope.ts';
import type { GracefulShutdown } from './graceful-shutdown.ts';

const TIMEOUT_MS = 1000;

interface Conditions {
  readonly writing: WriteHealth;
  readonly ending: GracefulShutdown;
  /** the newest data key, when this server lacks it */
  readonly keyLack: () => KeyLack | null;
}

/**
 * `/healthz`: the process answers; `/readyz`: the database answers too, within a second, and the server is
 * not about to end. The server stays ready while the database takes no writes (`writing` has the reason), because
 * people can still read; and without the newest data key, unless another server has the key.
 * @param control has a connection that no call can take
 */
export function serveHealth(
  app: FastifyInstance,
  control: pg.Pool,
  { writing, ending, keyLack }: Conditions,
): void {
  // load balancers use both methods
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: '/healthz',
    handler: (_request, reply) => sendAnswer(reply, success({ status: 'alive' })),
  });
  // simultaneous requests share one answer
  let pinging: Promise<void> | null = null;
  app.route({
    method,
    url: '/readyz',
    handler: async (_request, reply) => {
      const lack = keyLack();
      if (ending.hasBegun || lack?.isElsewhere) throw unavailable();
      pinging ??= pingDatabase(control).finally(() => {
        pinging = null;
      });
      await pinging;
      const trouble = writing.current;
      const why = {
        ...(trouble && { writing: trouble }),
        ...(lack && { data_key: `this server lacks the newest data key ${lack.keyId}` }),
      };
      return sendAnswer(reply, success({ status: 'ready', ...why }));
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
