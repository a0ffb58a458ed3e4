import { BlockList, isIP } from 'node:net';
import type { Config } from '../config.ts';

/** Makes a test whether an address belongs to a proxy in `TRUST_PROXY`. */
export function proxiesOf(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const list = new BlockList();
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
