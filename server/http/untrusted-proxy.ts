import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Now } from '../database/clock.ts';
import { isAddress, networksOf } from '../domain/addresses.ts';
import { HOUR } from '../domain/time.ts';
import { proxiesOf } from './proxies.ts';

/** More people than a household or a developer's desk has. */
const MANY_PEOPLE = 20;

const OWN_MACHINE = [
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
] as const;
/** Networks that contain no address of a visitor from the internet. */
const PRIVATE = [
  ...OWN_MACHINE,
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;

type Networks = readonly (readonly [net: string, prefix: number, type: 'ipv4' | 'ipv6'])[];

function within(networks: Networks): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) list.addSubnet(...network);
  return (address) =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const isPrivate = within(PRIVATE);
const isOwnMachine = within(OWN_MACHINE);

/** Whether the header `x-forwarded-for` names another machine than the server's own. */
function isForwarded({ headers }: FastifyRequest): boolean {
  const addresses = String(headers['x-forwarded-for'] ?? '').split(',');
  return addresses
    .map((address) => address.trim())
    .some((address) => isAddress(address) && !isOwnMachine(address));
}

/**
 * Detects a proxy that `TRUST_PROXY` does not name: limits count all people behind it as one
 * address. It is a private address from which many members come within an hour, with a header
 * `x-forwarded-for` that is not trusted. People who connect directly to a server on a desk have no
 * such header, and requests from the server's own machine do not count.
 */
export class UntrustedProxyDetector {
  readonly #now: Now;
  readonly #isNamed: (address: string) => boolean;
  readonly #tell: (message: string) => void;
  readonly #noticed = new Set<string>();
  /** users of this hour, by the connection's address */
  readonly #people = new Map<string, Set<bigint>>();
  #hour = Number.NaN;

  /** @param tell reports the first proxy */
  constructor(trustProxy: Config['trustProxy'], now: Now, tell: (message: string) => void) {
    this.#isNamed = proxiesOf(trustProxy);
    this.#now = now;
    this.#tell = tell;
  }

  /** Number of proxies detected since the start. */
  get count(): number {
    return this.#noticed.size;
  }

  /** @param userId the session's user */
  note(request: FastifyRequest, userId: bigint): void {
    const { remoteAddress: peer = '' } = request.socket;
    if (request.headers['x-forwarded-for'] === undefined || this.#isNamed(peer)) return;
    if (this.#noticed.has(peer) || !isForwarded(request) || !isPrivate(peer)) return;
    const hour = Math.floor(this.#now().getTime() / HOUR);
    if (hour !== this.#hour) this.#people.clear();
    this.#hour = hour;
    const people = this.#people.get(peer) ?? new Set();
    this.#people.set(peer, people.add(userId));
    if (people.size >= MANY_PEOPLE) this.#notice(peer);
  }

  #notice(peer: string): void {
    this.#people.delete(peer);
    this.#noticed.add(peer);
    if (this.#noticed.size > 1) return;
    const address = isIP(peer) === 6 && !peer.includes('.') ? peer : networksOf(peer)[0].key;
    this.#tell(
      `${MANY_PEOPLE} people came from the address ${address} within an hour: it is a proxy, whose ` +
        'x-forwarded-for the server does not trust, so limits count all people behind it as one. Set ' +
        `TRUST_PROXY so that it names ${address}`,
    );
  }
}
