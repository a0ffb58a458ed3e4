import { isIPv6 } from 'node:net';

/** The address alone: some proxies write the port after it, another one for each connection. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

/** An IPv4 address that an IPv6 one only wraps, or the address itself. */
function unwrap(text: string): string {
  const address = withoutPort(text);
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** The first groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string, count: number): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const gap =
    tail === undefined ? [] : Array(Math.max(8 - left.length - right.length, 0)).fill('0');
  const groups = [...left, ...gap, ...right].slice(0, count);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/**
 * The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * household or phone gets.
 */
export function addressKey(address: string): string {
  const plain = unwrap(address);
  return isIPv6(plain) ? `${groupsOf(plain, 4)}::/64` : plain;
}

/**
 * The block that an address was given out with: the /24 of an IPv4 address, the /48 of an IPv6
 * address, which is what one customer of a provider gets at most.
 */
export function addressBlock(address: string): string {
  const plain = unwrap(address);
  if (isIPv6(plain)) return `${groupsOf(plain, 3)}::/48`;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}
