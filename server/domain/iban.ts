import { createRequire } from 'node:module';

/**
 * Whether a text is an IBAN as its country has them, its check sum too. It is required: imported, Node
 * would give the library's whole module in the place of its function, and other loaders the function.
 */
export const { default: isNationalIban } = createRequire(import.meta.url)(
  'validator/lib/isIBAN.js',
) as typeof import('validator/lib/isIBAN.js');

/** An account number as it is stored and compared: without blanks, in capitals. */
export const plainIban = (text: string): string => text.replace(/\s/g, '').toUpperCase();

const SHAPE = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

/**
 * Whether a text is an international bank account number with a right check sum (ISO 13616).
 * @param text without blanks, in capitals
 */
export function isIban(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Whether a text names a bank: 8 or 11 characters (ISO 9362). */
export const isBic = (text: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
