import normalizeEmail from 'validator/lib/normalizeEmail.js';

/** Quoted, a name is that of the same mailbox (RFC 5321). */
const unquoted = (key: string): string =>
  key.replace(/^"((?:[^"\\]|\\.)*)"(?=@)/, (_, name: string) => name.replaceAll(/\\(.)/g, '$1'));

/**
 * Whose mail it is, by the rules of the large providers: Gmail leaves out dots, most of them what
 * follows a plus. Anybody has as many spellings of one mailbox as they like. At other providers two spellings
 * may be two people.
 * @param key of an e-mail address, its case folded
 */
export const mailboxOf = (key: string): string =>
  normalizeEmail(unquoted(key), { all_lowercase: false }) || unquoted(key);
