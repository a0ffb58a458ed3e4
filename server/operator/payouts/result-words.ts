import { MONEY_INPUT, parseMoney } from '../../../contract/money.ts';
import { keptReason, type reasonCodes } from '../../words/reasons.ts';
import { OperatorError } from '../command.ts';

const UNKNOWN: Reason = 'payout_refused';
const LONGEST_REASON = 200;

/** Parses an amount of a file; null: the text is empty. @throws OperatorError when the text is no amount */
export function amountOf(text: string | undefined): bigint | null {
  if (text === undefined || text === '') return null;
  if (!MONEY_INPUT.test(text)) throw new OperatorError(`"${text}" is no amount`);
  return parseMoney(text);
}

type Reason = (typeof reasonCodes.withdrawal)[number];

/**
 * Returns the reason of a failed payment, in its stored form.
 * @param code shown in the member's language, before the text
 */
export const reasonOf = (text: string, code?: Reason): string => {
  const whole = text.replace(/^'(?=[-=+@＝＋－＠])/, '').trim();
  // cut by code points: half a surrogate pair would be invalid
  const said = Array.from(whole).slice(0, LONGEST_REASON).join('');
  return code ? keptReason(code, said) : said || UNKNOWN;
};
