import type { FastifyRequest } from 'fastify';
import { TOKEN_HEADER } from '../../contract/envelope.ts';
import { linkedLanguage, languages as ofApp } from '../../contract/languages.ts';
import { isAddress } from '../domain/addresses.ts';
import { type Caller, type Context, SessionEnded, type Visitor } from '../domain/context.ts';
import { isCountry } from '../domain/countries.ts';
import { findSession } from '../domain/sessions.ts';
import type { KnownTokens } from './known-tokens.ts';
import { languageOf } from './languages.ts';

/** Asked for several times of each request, and Fastify looks through its proxies each time. */
const addresses = new WeakMap<FastifyRequest, string>();

/** What limits count by: the address that a trusted proxy names, else that of the connection. */
export function addressOf(request: FastifyRequest): string {
  const known = addresses.get(request);
  if (known !== undefined) return known;
  const { ip, socket } = request;
  const address = isAddress(ip) ? ip : (socket.remoteAddress ?? '');
  addresses.set(request, address);
  return address;
}

/**
 * Who sends the request; a proxy's headers count only when the proxy is trusted.
 * @param countryHeader in which it names the country; null: it does not, and what a client sends in such
 *   a header is passed on by most proxies
 */
export function visitorOf(
  request: FastifyRequest,
  countryHeader: string | null,
  device: string | undefined,
): Visitor {
  const { headers } = request;
  // the peer itself, then those that trusted proxies name
  const isForwarded = countryHeader !== null && (request.ips?.length ?? 0) > 1;
  const country = isForwarded ? headers[countryHeader] : undefined;
  let language: string | undefined;
  return {
    address: addressOf(request),
    country: isCountry(country) ? country : null,
    // few calls ask for it, and it is looked for among all languages
    get language() {
      language ??= readerOf(headers);
      return language;
    },
    userAgent: headers['user-agent'] ?? '',
    ...(device === undefined ? {} : { device }),
  };
}

const languages = ofApp.map(({ tag }) => tag);

/** The language that the app shows: a page of ours may name it in its address. */
const readerOf = ({ cookie, referer = '', ...headers }: FastifyRequest['headers']): string =>
  languageOf(cookie, headers['accept-language'], languages, linkedLanguage(referer));

/** Tokens are 256 bits of base64url or hex, after a number or not; anything else is none and costs no query. */
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

/**
 * The user of a token that was good before, for a call whose function of the database looks at the
 * session itself: so it takes no round trip of its own.
 * @returns null: this process has not seen the token yet
 */
export function unprovenCallerOf(request: FastifyRequest, known: KnownTokens): Caller | null {
  const token = request.headers[TOKEN_HEADER];
  const userId = known.userOf(token);
  return typeof token === 'string' && userId !== undefined
    ? { userId, token, isUnproven: true }
    : null;
}
