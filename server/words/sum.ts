import { formatMoney } from '../../contract/money.ts';

/**
 * Formats an amount for people: at least two decimal places, up to four if needed; never a float.
 * @param units 1/10,000 units
 * @param formats locale of numbers
 */
export function sumIn(units: bigint, formats: string): string {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  const format = new Intl.NumberFormat(formats, places);
  return format.format(formatMoney(units) as Intl.StringNumericLiteral);
}
