import { isIP, isIPv6 } from 'node:net';

/** Removes the port: some proxies append it to the address, with a new port for each connection. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

const hex = (group: number) => group.toString(16);

/** The eight groups of an IPv6 address; the last two may be written as an IPv4 address. */
function groupsOf(address: string): number[] {
  const plain = (address.split('%')[0] ?? '').replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a, b, c, d) => `${hex(a * 256 + Number(b))}:${hex(c * 256 + Number(d))}`,
  );
  const [left = [], right = []] = plain
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...left, ...Array(8 - left.length - right.length).fill(0), ...right];
}

/** The IPv4 address inside an IPv4-mapped IPv6 address (`::ffff:192.0.2.7`), or the address without its port. */
function unwrap(text: string): string {
  const address = withoutPort(text);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== `0:0:0:0:0:${0xffff}`) return address;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** Whether a text is an address, with or without a port: a proxy may pass on any text. */
export function isAddress(text: string): boolean {
  return isIP(unwrap(text)) !== 0;
}

/** Addresses that limits count together. */
export interface Network {
  readonly key: string;
  /** the network may use this multiple of the limit for a single address */
  readonly allowance: number;
}

/**
 * The networks in which a limit counts an address, the narrowest first. An IPv4 address counts alone: its neighbours
 * are other customers. A phone or household gets an IPv6 /64, many customers a /56, and anybody who asks can get a
 * /48: each larger network may use more, but less than the sum of its parts.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const plain = unwrap(address);
  if (!isIPv6(plain)) return [{ key: plain, allowance: 1 }];
  const groups = groupsOf(plain);
  const site = groups.slice(0, 3).map(hex).join(':');
  const subnet = groups[3] ?? 0;
  return [
    { key: `${site}:${hex(subnet)}::/64`, allowance: 1 },
    { key: `${site}:${hex(subnet & 0xff00)}::/56`, allowance: 2 },
    { key: `${site}::/48`, allowance: 4 },
  ];
}

/**
 * The block of an address: an IPv4 /24, or an IPv6 /48, the largest block that an internet provider gives a customer.
 */
export function addressBlock(address: string): string {
  const plain = unwrap(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).map(hex).join(':')}::/48`;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}
