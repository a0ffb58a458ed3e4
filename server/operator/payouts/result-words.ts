import { MONEY_INPUT, parseMoney } from '../../../contract/money.ts';
import { keptReason, type reasonCodes } from '../../words/reasons.ts';
import { OperatorError } from '../command.ts';

const UNKNOWN: Reason = 'payout_refused';
const LONGEST_REASON = 200;

/** A sum as a file says it. @throws OperatorError when it is none */
export function amountOf(text: string | undefined): bigint | null {
  if (text === undefined || text === '') return null;
  if (!MONEY_INPUT.test(text)) throw new OperatorError(`"${text}" is no amount`);
  return parseMoney(text);
}

type Reason = (typeof reasonCodes.withdrawal)[number];

/**
 * Why a payment failed, as it is kept.
 * @param code what is known of it: it is said in the person’s language, and the text after it
 */
export const reasonOf = (text: string, code?: Reason): string => {
  const whole = text.replace(/^'(?=[-=+@＝＋－＠])/, '').trim();
  // by whole signs: half of one would be read as a broken one
  const said = Array.from(whole).slice(0, LONGEST_REASON).join('');
  return code ? keptReason(code, said) : said || UNKNOWN;
};
