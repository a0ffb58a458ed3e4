import type { Signs } from '../../../machines/withdrawal/amount-text.ts';
import { exactly, formatOf } from '../../ui/numbers.ts';

/**
 * Returns the group and decimal separators of amounts.
 * @param locale empty until the language is known: then English is used
 */
export function signsOf(locale: string): Signs {
  const parts = formatOf(locale || 'en', {}).formatToParts(1_234_567.8);
  const signOf = (type: keyof Signs) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: signOf('group'), decimal: signOf('decimal') };
}

/**
 * An amount as a user would type it in this language, with the language's digits.
 * @param amount decimal text with at most four places; empty: none yet
 */
export const toTypedAmount = (locale: string, amount: string): string =>
  amount &&
  formatOf(locale, { useGrouping: false, maximumFractionDigits: 4 }).format(exactly(amount));
