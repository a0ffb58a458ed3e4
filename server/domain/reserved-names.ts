import { skeletonsOf } from './skeletons.ts';
import type { LocalizedText } from './texts.ts';

/** Names that could pose as the product or its operator. */
const RESERVED = [
  ...['admin', 'administrator', 'root', 'system', 'sysadmin', 'superuser', 'operator', 'webmaster'],
  ...['support', 'help', 'helpdesk', 'service', 'customerservice', 'moderator', 'staff', 'team'],
  ...['official', 'security', 'billing', 'payment', 'payments', 'payout', 'payouts', 'clipurse'],
];

/** The skeletons of a word in small and in large letters. */
const inBothCases = (word: string) =>
  [word.toLowerCase(), word.toUpperCase()].flatMap((each) => skeletonsOf(each));

const reserved = new Set(RESERVED.flatMap(inBothCases));

/** Keeps only letters and digits. @param words a name for people, such as `My App` */
const plain = (words: string) => words.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Whether a username is reserved, or looks like a reserved one: as a whole, or each of its words (separated by `_` and
 * `.`), as in `support.clipurse`.
 * @param product the product's name for people, in each language
 */
export function isReserved(name: string, product: LocalizedText): boolean {
  const names = [product.plain, ...Object.values(product.texts)];
  const own = new Set(names.flatMap((each) => inBothCases(plain(each))));
  const isOne = (word: string) =>
    skeletonsOf(word).some((skeleton) => reserved.has(skeleton) || own.has(skeleton));
  const words = name.split(/[_.]+/).filter((word) => word !== '');
  return isOne(words.join('')) || words.every(isOne);
}
