import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m, createBase58check, hex, utf8 } from '@scure/base';

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);

/** @returns the decoded value; null when the text or its check sum is invalid */
function decoded<Value>(decode: () => Value): Value | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

/** Whether a text is an address of TRON: 21 bytes that begin with 0x41. */
export function isTronAddress(text: string): boolean {
  const bytes = decoded(() => base58check.decode(text));
  return bytes?.length === 21 && bytes[0] === 0x41;
}

/** The first byte of Bitcoin addresses: for the hash of a key and of a script. */
const BITCOIN_VERSIONS: readonly (number | undefined)[] = [0x00, 0x05];

/** Whether a text is an address of Bitcoin's main network that begins with 1 or 3. */
function isBase58Bitcoin(text: string): boolean {
  const bytes = decoded(() => base58check.decode(text));
  return bytes?.length === 21 && BITCOIN_VERSIONS.includes(bytes[0]);
}

/**
 * Whether a text is an address of Bitcoin that begins with bc1: version 0 has 20 or 32 bytes in bech32, later versions
 * 2 to 40 in bech32m.
 */
function isSegwit(text: string): boolean {
  return [bech32, bech32m].some((coder) => {
    const found = decoded(() => {
      const { prefix, words } = coder.decode(text as `${string}1${string}`);
      return { prefix, version: words[0] ?? 17, bytes: coder.fromWords(words.slice(1)) };
    });
    if (found?.prefix !== 'bc') return false;
    const { version, bytes } = found;
    return coder === bech32
      ? version === 0 && (bytes.length === 20 || bytes.length === 32)
      : version >= 1 && version <= 16 && bytes.length >= 2 && bytes.length <= 40;
  });
}

/** @returns the address in its usual form; null when it is invalid */
export function readBitcoinAddress(text: string): string | null {
  if (isBase58Bitcoin(text)) return text;
  return isSegwit(text) ? text.toLowerCase() : null;
}

/**
 * An address of Ethereum and compatible chains (EIP-55): the case of its letters is its check sum.
 * @returns the address with its check sum; null when it is invalid, or its mixed case is wrong
 */
export function readEvmAddress(text: string): string | null {
  const [, digits] = /^0x([0-9a-f]{40})$/i.exec(text) ?? [];
  if (!digits) return null;
  const small = digits.toLowerCase();
  const hash = hex.encode(keccak_256(utf8.decode(small)));
  const checked = Array.from(small, (digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  ).join('');
  const isUnchecked = digits === small || digits === small.toUpperCase();
  return isUnchecked || digits === checked ? `0x${checked}` : null;
}
