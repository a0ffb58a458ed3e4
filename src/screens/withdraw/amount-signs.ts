import type { Signs } from '../../../machines/withdrawal/rules.ts';
import { formatOf } from '../../ui/numbers.ts';

/** With which signs amounts are written, and so are read. */
export function signsOf(locale: string): Signs {
  const parts = formatOf(locale, {}).formatToParts(1_234_567.8);
  const signOf = (type: keyof Signs) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: signOf('group'), decimal: signOf('decimal') };
}
