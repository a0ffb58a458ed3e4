import { formatMoney } from '../../contract/money.ts';

/**
 * A sum as people read it: at least two places, all four where they are needed; never a float.
 * @param units 1/10,000 units
 * @param formats the tag that numbers are written by
 */
export function sumIn(units: bigint, formats: string): string {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  const format = new Intl.NumberFormat(formats, places);
  return format.format(formatMoney(units) as Intl.StringNumericLiteral);
}
