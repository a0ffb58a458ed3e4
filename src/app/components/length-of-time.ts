import { formatOf } from '../../ui/numbers.ts';

/** `24 hours`, `1-3 days`: a length of time as operators write it in English. */
const LENGTH = /^(?:(\d{1,4}) ?[-–] ?)?(\d{1,4}) (minute|hour|day|week|month)s?$/i;

/**
 * A length of time in the user's language and digits.
 * @param text the operator's text, which is returned unchanged if it is no English length of time
 */
export function durationIn(locale: string, text: string): string {
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
