/** Invisible characters: marks of direction, of zero width, fillers, controls. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners are invisible, but change the letters beside them: names of some scripts need them. */
const JOINER = /\u200c|\u200d/u;

/**
 * Converts a digit of any script to its ASCII digit. The ten digits of a script are consecutive, and the digits of
 * another script may follow at once.
 */
const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

/**
 * Cleans an account: converts digits of any script to ASCII, full-width signs to narrow ones, each dash to `-` and
 * consecutive blanks to one blank; removes invisible characters.
 */
export const cleanAccount = (text: string): string =>
  text
    .replace(/[\t\n\r]/g, ' ')
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Z}+/gu, ' ')
    .trim();

/** Cleans a name: removes invisible characters and repeated blanks. */
export const cleanName = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, (sign) => (JOINER.test(sign) ? sign : ''))
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim();
