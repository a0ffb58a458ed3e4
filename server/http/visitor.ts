import type { FastifyRequest } from 'fastify';
import { TOKEN_HEADER } from '../../contract/envelope.ts';
import { type Caller, type Context, SessionEnded, type Visitor } from '../domain/context.ts';
import { findSession } from '../domain/sessions.ts';
import type { KnownTokens } from './known-tokens.ts';

/** Headers in which the common proxies name the country of an address. */
const COUNTRY_HEADERS = ['cf-ipcountry', 'cloudfront-viewer-country', 'x-vercel-ip-country'];

/** Who sends the request; a proxy's headers count only when the proxy is trusted. */
export function visitorOf(request: FastifyRequest): Visitor {
  // the peer itself, then those that trusted proxies name
  const isForwarded = (request.ips?.length ?? 0) > 1;
  return { address: request.ip, country: isForwarded ? countryOf(request.headers) : null };
}

function countryOf(headers: FastifyRequest['headers']): string | null {
  const country = COUNTRY_HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
  // XX and T1: the proxy does not know
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) && country !== 'XX'
    ? country
    : null;
}

/** Tokens are 256 bits of base64url or hex; anything else cannot be one and costs no query. */
const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The user behind the request.
 * @param access a public call ignores a session that has ended
 * @param known learns whose token it is
 * @throws SessionEnded 401, 409 or 303
 */
export async function callerOf(
  request: FastifyRequest,
  access: 'public' | 'private',
  context: Context,
  known: KnownTokens,
): Promise<Caller | null> {
  const token = request.headers[TOKEN_HEADER];
  try {
    if (typeof token !== 'string' || !TOKEN.test(token)) throw new SessionEnded(401);
    const caller = await findSession(context, token);
    known.remember(token, caller.userId);
    return caller;
  } catch (error) {
    if (error instanceof SessionEnded) known.forget(token);
    if (access === 'public' && error instanceof SessionEnded) return null;
    throw error;
  }
}
