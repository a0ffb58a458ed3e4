import { formattingTag } from '../i18n/formats.ts';

/** A number format is slow to create, so each is created once. */
const formats = new Map<string, Intl.NumberFormat>();

export function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const tag = formattingTag(locale);
  const key = tag + JSON.stringify(options);
  const existing = formats.get(key);
  if (existing) return existing;
  const made = new Intl.NumberFormat(tag, options);
  formats.set(key, made);
  return made;
}

/** Formats decimal text exactly, not as a float. */
export const exactly = (text: string) => text as Intl.StringNumericLiteral;

/**
 * @param value money as on the wire
 * @param gained writes a plus sign before the amount
 * @returns text with two to four decimal places
 */
export function formatAmount(value: string, locale: string, gained: boolean): string {
  return formatOf(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    signDisplay: gained ? 'exceptZero' : 'auto',
  }).format(exactly(value));
}

export function formatCount(value: number, locale: string): string {
  return formatOf(locale, {}).format(value);
}

/** The value of a digit in the language's own digits; -1 for other characters. */
export function digitOf(character: string, locale: string): number {
  const digits = Array.from({ length: 10 }, (_, digit) => formatCount(digit, locale));
  return digits.indexOf(character);
}
