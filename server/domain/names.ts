/** Folds one character alone: in a whole word, the lower case of a sigma depends on the letters beside it. */
const foldCharacter = (character: string): string =>
  character.toLowerCase().toUpperCase().toLowerCase();

/**
 * The key of a username: two names with one key are the same name. Full case folding by Unicode's own mappings, in the
 * compatibility form, without invisible characters. The four letters i of Latin script (i, ı, I, İ) count as one: the
 * language decides which of them are upper and lower case of the same letter.
 */
export const foldName = (name: string): string =>
  Array.from(name.normalize('NFKD').replace(/\p{DI}/gu, ''), foldCharacter)
    .join('')
    .replace(/i\u0307+/g, 'i')
    .normalize('NFKC');

/** The former key of a username or an e-mail, from before full case folding (`key_folding` 1). */
export const formerKey = (name: string): string => name.normalize('NFKC').toLowerCase();
