import { createRequire } from 'node:module';

/**
 * Whether a text is an IBAN by its country's rules, including the check sum. It is required, not imported: for an
 * import Node gives the library's whole module, and other loaders the function.
 */
export const { default: isNationalIban } = createRequire(import.meta.url)(
  'validator/lib/isIBAN.js',
) as typeof import('validator/lib/isIBAN.js');

/** An account number as stored and compared: without blanks, in capitals. */
export const plainIban = (text: string): string => text.replace(/\s/g, '').toUpperCase();

const SHAPE = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

/**
 * Whether a text is an international bank account number with a correct check sum (ISO 13616).
 * @param text without blanks, in capitals
 */
export function isIban(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Whether a text is the code of a bank: 8 or 11 characters (ISO 9362). */
export const isBic = (text: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
