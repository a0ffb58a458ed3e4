import { formatOf } from '../../ui/numbers.ts';

/** `24 hours`, `1-3 days`: as an operator writes it in English. */
const LENGTH = /^(?:(\d{1,4}) ?[-–] ?)?(\d{1,4}) (minute|hour|day|week|month)s?$/i;

/**
 * A length of time in the reader's language and digits.
 * @param text what the operator wrote; what is no such length in English stays as it is
 */
export function lengthIn(locale: string, text: string): string {
  const [, least, most, unit] = LENGTH.exec(text.trim()) ?? [];
  if (most === undefined || unit === undefined) return text;
  const format = formatOf(locale, {
    style: 'unit',
    unit: unit.toLowerCase(),
    unitDisplay: 'long',
  });
  const from = least === undefined ? '' : `${formatOf(locale, {}).format(Number(least))}–`;
  return format
    .formatToParts(Number(most))
    .map(({ type, value }) => (type === 'integer' ? from + value : value))
    .join('');
}
