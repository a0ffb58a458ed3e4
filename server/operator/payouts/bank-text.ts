import anyAscii from 'any-ascii';

const LONGEST_NAME = 70;

/**
 * A name in the signs that all banks take (SEPA and SWIFT): letters of other scripts are written in
 * Latin ones, signs that are none are left out.
 * @returns null when nothing is left that names somebody
 */
export function bankName(name: string): string | null {
  const latin = anyAscii(name.normalize('NFC').replace(/[\p{So}\p{Sk}\p{Cf}\p{Cc}]/gu, ' '));
  const text = latin
    .replaceAll('&', '+')
    .replace(/[^A-Za-z0-9?:().,'+ -]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  return /[A-Za-z]/.test(text) ? text : null;
}
