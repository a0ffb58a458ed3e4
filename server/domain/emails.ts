import { domainToASCII } from 'node:url';
import isEmail from 'validator/lib/isEmail.js';
import { foldName } from './names.ts';
import { cleanAccount } from './payout-accounts/clean.ts';

export interface Email {
  /** as it is stored and written to */
  readonly plain: string;
  /** two that are equal are one address: case is folded, the domain is in ASCII (punycode) */
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
