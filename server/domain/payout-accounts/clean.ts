/** Signs that nobody sees: of the direction, of no width, fillers, controls. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners are seen in what they do: names of some scripts need them. */
const JOINER = /\u200c|\u200d/u;

/** The first digit of the ten of each script: they stand in a row. */
const digitOf = (sign: string): string => {
  let zero = sign.codePointAt(0) ?? 0;
  const code = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return String(code - zero);
};

/**
 * An account as it was meant: digits of any script are ASCII's, full-width signs are narrow, each
 * dash is `-` and each blank is one; what nobody sees is gone.
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

/** A name without what nobody sees, its blanks single. */
export const cleanName = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, (sign) => (JOINER.test(sign) ? sign : ''))
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim();
