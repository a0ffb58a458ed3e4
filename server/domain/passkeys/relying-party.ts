import { isIP } from 'node:net';
import { NotOffered, type Site } from '../context.ts';

/** The site to which passkeys belong: browsers use them only on its pages. */
export interface RelyingParty {
  readonly id: string;
  /** @param origin of the page, as the browser reports it */
  readonly isOurs: (origin: string) => boolean;
}

const LOCAL = 'localhost';
const ownHosts: ReadonlySet<string> = new Set([LOCAL, '127.0.0.1', '[::1]']);

const isLocal = (origin: string) => URL.canParse(origin) && new URL(origin).hostname === LOCAL;

/**
 * The site of this installation: the pages under PUBLIC_URL, or on a development machine those of localhost at any
 * port.
 * @throws NotOffered where browsers allow no passkeys: at an IP address, and without TLS
 */
export function relyingPartyOf({ publicUrl }: Pick<Site, 'publicUrl'>): RelyingParty {
  const { hostname, protocol } = new URL(publicUrl);
  if (ownHosts.has(hostname)) return { id: LOCAL, isOurs: isLocal };
  if (protocol !== 'https:' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) {
    throw new NotOffered('browsers make no passkeys for this address');
  }
  return { id: hostname, isOurs: (origin) => origin === publicUrl };
}
