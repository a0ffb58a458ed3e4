/** A name of any script, kept from turning the words around it (Unicode's isolates). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/**
 * A user name for a mail: an invisible sign after each dot (Unicode's word joiner) keeps mail readers from
 * making a link of a name such as `prize.example`.
 */
export const unlinked = (name: string): string => isolated(name.replaceAll('.', '.\u2060'));
