import normalizeEmail from 'validator/lib/normalizeEmail.js';

/** Removes the quotes of a name: a quoted name means the same mailbox as the unquoted one (RFC 5321). */
const unquoted = (key: string): string =>
  key.replace(/^"((?:[^"\\]|\\.)*)"(?=@)/, (_, name: string) => name.replaceAll(/\\(.)/g, '$1'));

/**
 * The mailbox of an address, by the rules of the large providers: Gmail ignores dots, most of them ignore text after a
 * plus, so everybody has many spellings of one mailbox. At other providers two spellings may be two people.
 * @param key of an e-mail address, its case folded
 */
export const mailboxOf = (key: string): string =>
  normalizeEmail(unquoted(key), { all_lowercase: false }) || unquoted(key);
