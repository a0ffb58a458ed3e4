import type { Signs } from '../../../machines/withdrawal/amount-text.ts';
import { exactly, formatOf } from '../../ui/numbers.ts';

/**
 * With which signs amounts are written, and so are read.
 * @param locale empty until the language has come: then those of English
 */
export function signsOf(locale: string): Signs {
  const parts = formatOf(locale || 'en', {}).formatToParts(1_234_567.8);
  const signOf = (type: keyof Signs) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: signOf('group'), decimal: signOf('decimal') };
}

/**
 * An amount as somebody types it in this language, in its own digits.
 * @param amount decimal text with at most four places; empty: none yet
 */
export const typedIn = (locale: string, amount: string): string =>
  amount &&
  formatOf(locale, { useGrouping: false, maximumFractionDigits: 4 }).format(exactly(amount));
