import type { FastifyRequest } from 'fastify';
import { TOKEN_HEADER } from '../../contract/envelope.ts';
import { type Caller, type Context, SessionEnded, type Visitor } from '../domain/context.ts';
import { findSession } from '../domain/sessions.ts';

/** Where the common proxies say which country an address is in. */
const COUNTRY_HEADERS = ['cf-ipcountry', 'cloudfront-viewer-country', 'x-vercel-ip-country'];

/** Who sends the request; what a proxy says counts only when it comes from a trusted one. */
export function visitorOf(request: FastifyRequest): Visitor {
  // the peer itself, then those that trusted proxies name
  const isForwarded = (request.ips?.length ?? 0) > 1;
  return { address: request.ip, country: isForwarded ? countryOf(request.headers) : null };
}

function countryOf(headers: FastifyRequest['headers']): string | null {
  const told = COUNTRY_HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
  // XX and T1: the proxy does not know
  return typeof told === 'string' && /^[A-Z]{2}$/.test(told) && told !== 'XX' ? told : null;
}

/** Tokens are 256 bits of base64url or hex; anything else cannot be one and costs no query. */
const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The user behind the request.
 * @param access a public call ignores a session that has ended
 * @throws SessionEnded 401, 409 or 303
 */
export async function callerOf(
  request: FastifyRequest,
  access: 'public' | 'private',
  context: Context,
): Promise<Caller | null> {
  const token = request.headers[TOKEN_HEADER];
  try {
    if (typeof token !== 'string' || !TOKEN.test(token)) throw new SessionEnded(401);
    return await findSession(context, token);
  } catch (error) {
    if (access === 'public' && error instanceof SessionEnded) return null;
    throw error;
  }
}
