import { isIP } from 'node:net';
import { NotOffered, type Site } from '../context.ts';

/** What passkeys are made for: browsers use them on its pages, and on no others. */
export interface RelyingParty {
  readonly id: string;
  /** @param origin of the page that the browser says it has shown */
  readonly isOurs: (origin: string) => boolean;
}

const LOCAL = 'localhost';
const ownHosts: ReadonlySet<string> = new Set([LOCAL, '127.0.0.1', '[::1]']);

const isLocal = (origin: string) => URL.canParse(origin) && new URL(origin).hostname === LOCAL;

/**
 * The pages that passkeys are for: those under PUBLIC_URL, or while trying things out those of this machine, at
 * whichever port.
 * @throws NotOffered where no browser makes any: at an address of numbers, and without TLS
 */
export function relyingPartyOf({ publicUrl }: Pick<Site, 'publicUrl'>): RelyingParty {
  const { hostname, protocol } = new URL(publicUrl);
  if (ownHosts.has(hostname)) return { id: LOCAL, isOurs: isLocal };
  if (protocol !== 'https:' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) {
    throw new NotOffered('browsers make no passkeys for this address');
  }
  return { id: hostname, isOurs: (origin) => origin === publicUrl };
}
