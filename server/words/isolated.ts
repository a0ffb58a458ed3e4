import { plainText } from '../../contract/plain-text.ts';

/** Words of ours with an isolate in them, as a part of others (Unicode's first strong isolate, and its end). */
export const enclosed = (words: string): string => `\u2068${words}\u2069`;

/** A name of any script, kept from turning the words around it, whatever signs it holds. */
export const isolated = (name: string): string => enclosed(plainText(name));

/**
 * A user name for a mail: an invisible sign after each dot (Unicode's word joiner) keeps mail readers from
 * making a link of a name such as `prize.example`.
 */
export const unlinked = (name: string): string => isolated(name.replaceAll('.', '.\u2060'));
