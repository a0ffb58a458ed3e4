/** One character at a time: how it folds must not depend on those around it, as the final sigma's does. */
const foldCharacter = (character: string): string =>
  character.toLowerCase().toUpperCase().toLowerCase();

/**
 * The key of a user name: two names with one key are the same name. Full case folding by Unicode's own
 * mappings, in the compatibility form, without characters that nobody sees. The four letters i of
 * Latin script (i, ı, I, İ) are one: which of them belong together depends on the language.
 */
export const foldName = (name: string): string =>
  Array.from(name.normalize('NFKD').replace(/\p{DI}/gu, ''), foldCharacter)
    .join('')
    .replace(/i\u0307+/g, 'i')
    .normalize('NFKC');

/** The key of a user name or an e-mail as it was until full case folding (`key_folding` 1). */
export const formerKey = (name: string): string => name.normalize('NFKC').toLowerCase();
