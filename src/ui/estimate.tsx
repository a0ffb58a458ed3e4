import { useLingui } from '@lingui/react';
import './amount.css';
import { isolate } from './isolate.ts';
import { exactly, formatOf } from './numbers.ts';

/** Matches a currency sign of Latin letters and other characters. */
const IS_MIXED = /[A-Z][^A-Z]/;

const DIGITS: readonly string[] = ['integer', 'group', 'decimal', 'fraction'];

/** @param currency ISO 4217; @param value decimal text with the currency's own places */
export function formatEstimate(value: string, currency: string, locale: string): string {
  const places = value.split('.')[1]?.length ?? 0;
  // `Intl` has fewer places for some currencies, and could round the amount up
  const options = { minimumFractionDigits: places, maximumFractionDigits: places };
  const parts = formatOf(locale, { style: 'currency', currency, ...options }).formatToParts(
    exactly(value),
  );
  // some countries write a number with a currency in another way than a number alone, such as a balance
  const figure = formatOf(locale, options).format(exactly(value));
  const first = parts.findIndex(({ type }) => DIGITS.includes(type));
  return parts
    .map(({ type, value: text }, at) => {
      if (DIGITS.includes(type)) return at === first ? figure : '';
      // from right to left, the two halves of `US$` would change places
      return type === 'currency' && IS_MIXED.test(text) ? isolate(text) : text;
    })
    .join('');
}

/** The approximate value of an amount in another currency. */
export function Estimate({ value, currency }: { value: string; currency: string }) {
  const { i18n } = useLingui();
  return (
    <span className="amount" translate="no">
      ≈&nbsp;{formatEstimate(value, currency, i18n.locale)}
    </span>
  );
}
