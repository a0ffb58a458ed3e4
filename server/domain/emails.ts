import { domainToASCII } from 'node:url';
import isEmail from 'validator/lib/isEmail.js';
import { foldName, formerKey } from './names.ts';
import { cleanAccount } from './payout-accounts/clean.ts';

export interface Email {
  /** the address for mails, as stored */
  readonly plain: string;
  /**
   * equal keys mean the same address: case is folded, the domain is in ASCII (punycode). For an address that the
   * database has sealed, it may be the stored hash.
   */
  readonly key: string;
}

/**
 * Reads an e-mail address, by one rule for people, payout accounts and the operator's commands. Drops invisible
 * characters first.
 * @returns null when the text is not an address
 */
export function readEmail(text: string): Email | null {
  const plain = cleanAccount(text);
  if (!isEmail(plain)) return null;
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1));
  return domain === '' ? null : { plain, key: `${foldName(plain.slice(0, at))}@${domain}` };
}

/** The key of a log-in name: of an e-mail, or of a username. */
export const keyOfName = (name: string): string => readEmail(name)?.key ?? foldName(name);

/** All keys under which an account may have stored an address. */
export const keysOfEmail = ({ plain, key }: Email): string[] => [
  ...new Set([key, keyOfName(plain), formerKey(plain)]),
];

/** A masked address for lists: `a…@example.com`. */
export function maskEmail(email: string): string {
  const [first = '', ...rest] = email.slice(0, Math.max(email.lastIndexOf('@'), 0));
  return `${rest.length > 0 ? first : ''}…${email.slice(email.lastIndexOf('@'))}`;
}
