import type { FastifyRequest } from 'fastify';
import { TOKEN_HEADER } from '../../contract/envelope.ts';
import { linkedLanguage, languages as ofApp } from '../../contract/languages.ts';
import { isAddress } from '../domain/addresses.ts';
import { type Caller, type Context, SessionEnded, type Visitor } from '../domain/context.ts';
import { isCountry } from '../domain/countries.ts';
import { findSession } from '../domain/sessions.ts';
import type { KnownTokens } from './known-tokens.ts';
import { languageOf } from './languages.ts';

/** Cache: a request's address is needed several times, and Fastify searches its proxies each time. */
const addresses = new WeakMap<FastifyRequest, string>();

/** The address for limits: the address in a trusted proxy's header, else the address of the connection. */
export function addressOf(request: FastifyRequest): string {
  const known = addresses.get(request);
  if (known !== undefined) return known;
  const { ip, socket } = request;
  const address = isAddress(ip) ? ip : (socket.remoteAddress ?? '');
  addresses.set(request, address);
  return address;
}

/**
 * The visitor of a request; a proxy's headers count only when the proxy is trusted.
 * @param countryHeader header in which the proxy names the country; null: the proxy sends none; no
 *   header is read then, because most proxies would pass on a client's
 */
export function visitorOf(
  request: FastifyRequest,
  countryHeader: string | null,
  device: string | undefined,
): Visitor {
  const { headers } = request;
  // `ips`: the peer, then the addresses that trusted proxies name
  const isForwarded = countryHeader !== null && (request.ips?.length ?? 0) > 1;
  const country = isForwarded ? headers[countryHeader] : undefined;
  let language: string | undefined;
  return {
    address: addressOf(request),
    country: isCountry(country) ? country : null,
    // lazy: few calls need the language, and the search goes through all languages
    get language() {
      language ??= readerOf(headers);
      return language;
    },
    userAgent: headers['user-agent'] ?? '',
    ...(device === undefined ? {} : { device }),
  };
}

const languages = ofApp.map(({ tag }) => tag);

/** The language that the app shows: our page's URL may name it. */
const readerOf = ({ cookie, referer = '', ...headers }: FastifyRequest['headers']): string =>
  languageOf(cookie, headers['accept-language'], languages, linkedLanguage(referer));

/** Tokens are 256 bits of base64url or hex, with or without a number before them; any other text costs no query. */
const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The user of the request.
 * @param access a public call ignores an ended session
 * @param known caches the token's user
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
 * The user of a token that was valid before, for a call whose database function checks the session
 * itself: this saves a round trip.
 * @returns null: this process does not know the token (new, ended, or no longer among the newest)
 */
export function uncheckedCallerOf(request: FastifyRequest, known: KnownTokens): Caller | null {
  const token = request.headers[TOKEN_HEADER];
  const userId = known.userOf(token);
  return typeof token === 'string' && userId !== undefined
    ? { userId, token, isSessionUnchecked: true }
    : null;
}
