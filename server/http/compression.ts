import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One text in every encoding that a browser may accept, compressed once and cached in memory. */
export interface Compressed {
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

/** @param quality of Brotli, 0 to 11: low where a visitor waits for it */
export function compress(text: string, quality: number): Compressed {
  const identity = Buffer.from(text);
  return {
    identity,
    br: brotliCompressSync(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    gzip: gzipSync(identity),
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  };
}

/** Sends the smallest form that the client accepts, or 304 when the client has the same text. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Compressed,
): FastifyReply {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `accept-encoding, ${vary}`);
  reply.header('etag', text.etag);
  const etags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (etags?.includes(text.etag)) return reply.code(304).send();
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(text[encoding]);
}

function preferredEncoding(header: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}
