import type { FastifyInstance } from 'fastify';
import type { Now } from '../database/clock.ts';
import { readAddress } from '../domain/media-addresses.ts';
import { hasSentClipPart, type MediaRequestQueue } from '../domain/media-asked.ts';

/**
 * Records which files were requested by URLs that name a person, when the answer begins: a player aborts
 * most of its requests as soon as it has enough.
 */
export function recordMediaRequests(
  app: FastifyInstance,
  queue: MediaRequestQueue,
  key: Buffer,
  now: Now,
): void {
  app.addHook('onClose', () => queue.end());
  app.addHook('onSend', async ({ method, url }, reply) => {
    const bytes = Number(reply.getHeader('content-length') ?? 0);
    if (!hasSentClipPart({ method, status: reply.statusCode, bytes })) return;
    const asked = readAddress(key, url, now());
    if (asked) queue.add(asked);
  });
}
