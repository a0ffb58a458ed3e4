/** Checks the check digit of a card number (ISO/IEC 7812) of 12 to 19 digits. */
export function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .map(Number)
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((left, right) => left + right, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

/** A check digit of CPF and CNPJ: the weights, from the right, are 2 to `most`, repeated. */
function modulo11(signs: string, most: number): number {
  const sum = Array.from(signs)
    .reverse()
    .reduce((total, sign, place) => {
      return total + (sign.charCodeAt(0) - 48) * ((place % (most - 1)) + 2);
    }, 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

function hasCheckDigits(signs: string, most: number): boolean {
  const body = signs.slice(0, -2);
  const first = modulo11(body, most);
  return signs === `${body}${first}${modulo11(`${body}${first}`, most)}`;
}

const isOneSign = (text: string) => new Set(text).size === 1;

/** Whether a text is a person's tax number in Brazil: 11 digits. */
export const isCpf = (digits: string): boolean =>
  /^\d{11}$/.test(digits) && !isOneSign(digits) && hasCheckDigits(digits, 11);

/** Whether a text is a company's tax number in Brazil: 12 digits or capital letters, and 2 digits. */
export const isCnpj = (signs: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(signs) && !isOneSign(signs) && hasCheckDigits(signs, 9);
