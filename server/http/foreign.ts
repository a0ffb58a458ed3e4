import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of another origin sent the request, without its visitor's knowledge. Browsers
 * report the origin in headers that no page can set; other clients send neither header. A page at
 * another host of the same domain is foreign too, although `sec-fetch-site` calls it `same-site`.
 * @param publicUrl our own origin, as people see it
 */
export function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  // the host header itself: a client can send `x-forwarded-host` through most proxies
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin' || origin === publicUrl) return false;
  if (site === 'cross-site' || site === 'same-site') return true;
  // a page without TLS may come from anybody on the network
  if (origin?.replace(/^http:/, 'https:') === publicUrl) return true;
  // for browsers that do not send `sec-fetch-site`
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
