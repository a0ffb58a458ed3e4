import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of another origin sends the request: its visitor does not know of it. Browsers say
 * so in headers that no page can set; other clients send neither of them. `sec-fetch-site` alone
 * calls a page at another host of the same domain `same-site`: that page is foreign too.
 * @param publicUrl our own origin, as people see it
 */
export function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  // the host as it arrived: a client can send `x-forwarded-host` through most proxies
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin' || origin === publicUrl) return false;
  if (site === 'cross-site' || site === 'same-site') return true;
  // a page that came without TLS is of whoever is on the line
  if (origin?.replace(/^http:/, 'https:') === publicUrl) return true;
  // a browser that does not send `sec-fetch-site`
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
