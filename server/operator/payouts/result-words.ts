import { MONEY_INPUT, parseMoney } from '../../../contract/money.ts';
import { OperatorError } from '../command.ts';

const FALLBACK = 'The payment could not be made';
const LONGEST_REASON = 200;

/** A sum as a file says it. @throws OperatorError when it is none */
export function amountOf(text: string | undefined): bigint | null {
  if (text === undefined || text === '') return null;
  if (!MONEY_INPUT.test(text)) throw new OperatorError(`"${text}" is no amount`);
  return parseMoney(text);
}

/** Why a payment failed, as its person reads it. */
export const reasonOf = (text: string): string => {
  const whole = text.replace(/^'(?=[-=+@＝＋－＠])/, '').trim();
  // by whole signs: half of one would be read as a broken one
  return Array.from(whole).slice(0, LONGEST_REASON).join('') || FALLBACK;
};
