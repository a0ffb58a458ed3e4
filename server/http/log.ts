import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Logs JSON lines to standard output, or to `destination`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Fields of an error in the log. A database error's message may quote a user's data, so only its
 * codes and names are logged.
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
 * Logs one line for each request, with nothing about a person: the route's pattern instead of the
 * requested path, no query, no header, no network address.
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
