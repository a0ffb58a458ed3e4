import anyAscii from 'any-ascii';

const LONGEST_NAME = 70;

/**
 * Writes a name in the characters that all banks accept (SEPA and SWIFT): other scripts are
 * transliterated, symbols are left out.
 * @returns null when no letter is left
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
