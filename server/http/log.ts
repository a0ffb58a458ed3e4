import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** JSON lines on standard output, or to `destination`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What an operator needs of an error. The message of a database's error may quote a user's data, so
 * its codes and names are kept instead.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, table, column, routine } = error;
    return { type: 'DatabaseError', code, constraint, table, column, routine, frames };
  }
  return { type: error.name, message: error.message, frames };
}

/**
 * One line for each request, with what an operator needs and nothing about a person: the route's
 * pattern instead of the address that was asked for, no query, no header, no network address.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        outcome: request.outcome,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}
