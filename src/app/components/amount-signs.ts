import type { Signs } from '../../../machines/withdrawal/amount-text.ts';
import { exactly, formatOf } from '../../ui/numbers.ts';

/**
 * The signs by which amounts are written and read.
 * @param locale empty until the language is known: English
 */
export function signsOf(locale: string): Signs {
  const parts = formatOf(locale || 'en', {}).formatToParts(1_234_567.8);
  const signOf = (type: keyof Signs) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: signOf('group'), decimal: signOf('decimal') };
}

/**
 * An amount as a user would type it in this language, in its digits.
 * @param amount decimal text with at most four places; empty: none yet
 */
export const toTypedAmount = (locale: string, amount: string): string =>
  amount &&
  formatOf(locale, { useGrouping: false, maximumFractionDigits: 4 }).format(exactly(amount));
