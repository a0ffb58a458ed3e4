import { domainToASCII } from 'node:url';
import isEmail from 'validator/lib/isEmail.js';
import { foldName, formerKey } from './names.ts';
import { cleanAccount } from './payout-accounts/clean.ts';

export interface Email {
  /** as it is stored and written to */
  readonly plain: string;
  /**
   * two that are equal are one address: case is folded, the domain is in ASCII (punycode). Of an address that the
   * database has sealed it may be the hash that the database has.
   */
  readonly key: string;
}

/**
 * The one rule for e-mail addresses: of people, of payout accounts and in the operator's commands.
 * Characters that nobody sees are dropped first.
 * @returns null when it is no address
 */
export function readEmail(text: string): Email | null {
  const plain = cleanAccount(text);
  if (!isEmail(plain)) return null;
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1));
  return domain === '' ? null : { plain, key: `${foldName(plain.slice(0, at))}@${domain}` };
}

/** The key of what stands for an account: its e-mail, or its user name. */
export const keyOfName = (name: string): string => readEmail(name)?.key ?? foldName(name);

/** All keys that an account may have of an address. */
export const keysOfEmail = ({ plain, key }: Email): string[] => [
  ...new Set([key, keyOfName(plain), formerKey(plain)]),
];

/** As lists show it: `a…@example.com`. */
export function maskEmail(email: string): string {
  const [first = '', ...rest] = email.slice(0, Math.max(email.lastIndexOf('@'), 0));
  return `${rest.length > 0 ? first : ''}…${email.slice(email.lastIndexOf('@'))}`;
}
