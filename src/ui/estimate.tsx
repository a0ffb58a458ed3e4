import { useLingui } from '@lingui/react';
import './amount.css';
import { isolate } from './isolate.ts';
import { exactly, formatOf } from './numbers.ts';

/** A sign of a currency that has Latin letters and others. */
const IS_MIXED = /[A-Z][^A-Z]/;

/** @param currency ISO 4217; @param value decimal text with the currency's own places */
export function formatEstimate(value: string, currency: string, locale: string): string {
  const places = value.split('.')[1]?.length ?? 0;
  const parts = formatOf(locale, {
    style: 'currency',
    currency,
    // `Intl` has fewer for some, and would round the amount up
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).formatToParts(exactly(value));
  // from right to left the two halves of `US$` would change places
  return parts
    .map(({ type, value: text }) =>
      type === 'currency' && IS_MIXED.test(text) ? isolate(text) : text,
    )
    .join('');
}

/** What an amount is worth about in another currency. */
export function Estimate({ value, currency }: { value: string; currency: string }) {
  const { i18n } = useLingui();
  return <span className="amount">≈&nbsp;{formatEstimate(value, currency, i18n.locale)}</span>;
}
