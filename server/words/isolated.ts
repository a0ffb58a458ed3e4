import { plainText } from '../../contract/plain-text.ts';

/** Encloses words in Unicode's first strong isolate, so that their direction does not change the words around them. */
export const enclosed = (words: string): string => `\u2068${words}\u2069`;

/** Encloses a name that a person typed, and first removes its control characters. */
export const isolated = (name: string): string => enclosed(plainText(name));

/**
 * A user name for a mail: an invisible sign after each dot (Unicode's word joiner) keeps mail readers from
 * making a link of a name such as `prize.example`.
 */
export const withoutAutolinks = (name: string): string => isolated(name.replaceAll('.', '.\u2060'));
