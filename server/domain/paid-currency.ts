import { parseDecimal } from '../../contract/money.ts';
import { fromMinor, toPaid } from '../../contract/pay.ts';
import type { Reason } from '../../contract/reasons.ts';
import { decimalPlacesOf, placesInSql } from './currencies.ts';
import type { Settings } from './settings.ts';
import { DAY } from './time.ts';

/** The currency of a method's row; null: the product's. */
export interface MethodCurrency {
  readonly currency: string | null;
  /** the smallest step of paid sums, in the smallest unit of the currency */
  readonly rounding: bigint | null;
}

/** The paid sum of a withdrawal's row; null: the requested amount is paid unchanged. */
export interface Paid {
  readonly pay_currency: string | null;
  readonly pay_amount: bigint | null;
  readonly pay_rate: string | null;
}

const PAID_AS_IT_IS: Paid = { pay_currency: null, pay_amount: null, pay_rate: null };

/** Largest value of a bigint column; a larger paid sum is refused. */
const MAX_UNITS = 2n ** 63n - 1n;

type Rates = Pick<Settings, 'currency' | 'get' | 'rate' | 'rateSetAt' | 'isDemoRate'>;

/** The reason why no valid rate of a currency exists now, in words; null: one exists. */
export function whyNoRate(settings: Rates, currency: string, now: Date): string | null {
  if (currency === settings.currency) return null;
  if (settings.rate(currency) === null) return `no rate of ${currency} is set`;
  if (settings.isDemoRate(currency)) return `the rate of ${currency} is the demo’s, not your own`;
  const days = settings.get('payout.rate_max_age_days');
  if (days === 0) return null;
  const setAt = settings.rateSetAt(currency);
  if (!setAt) return `nobody knows when the rate of ${currency} was set`;
  if (now.getTime() - setAt.getTime() <= days * DAY) return null;
  return `the rate of ${currency} is older than ${days} days`;
}

/** The terms of a method now; `rate` is null without a valid rate; null: the method pays amounts unchanged. */
export function payTerms(settings: Rates, { currency, rounding }: MethodCurrency, now: Date) {
  if (currency === null || rounding === null) return null;
  return {
    currency,
    rate: whyNoRate(settings, currency, now) === null ? settings.rate(currency) : null,
    rounding: fromMinor(rounding, decimalPlacesOf(currency)),
  };
}

/**
 * The sum to be paid for an amount. `refusal`: why the sum cannot be paid; `pay_changed`: the person saw another sum.
 */
export function payoutFor(
  units: bigint,
  terms: ReturnType<typeof payTerms>,
  shown: { readonly currency: string; readonly amount: string } | null | undefined,
): Paid & { readonly refusal: Reason | null } {
  if (terms === null) return { ...PAID_AS_IT_IS, refusal: shown ? 'pay_changed' : null };
  const { currency, rate, rounding } = terms;
  if (rate === null) return { ...PAID_AS_IT_IS, refusal: 'unknown_method' };
  const amount = toPaid(units, { rate, rounding });
  const pay_amount = parseDecimal(amount, decimalPlacesOf(currency));
  if (pay_amount === 0n) return { ...PAID_AS_IT_IS, refusal: 'amount_too_small' };
  if (pay_amount > MAX_UNITS) return { ...PAID_AS_IT_IS, refusal: 'amount_exceeds_balance' };
  // older apps show no paid sum, and send none
  const isShown = shown === undefined || (shown?.currency === currency && shown.amount === amount);
  return {
    ...{ pay_currency: currency, pay_amount, pay_rate: rate },
    refusal: isShown ? null : 'pay_changed',
  };
}

interface Sum {
  readonly currency: string;
  /** decimal text */
  readonly amount: string;
}

/** The paid sum in the method's own currency; null: the requested amount is paid unchanged. */
export const paidOf = ({ pay_currency, pay_amount }: Paid): Sum | null =>
  pay_currency === null || pay_amount === null
    ? null
    : { currency: pay_currency, amount: fromMinor(pay_amount, decimalPlacesOf(pay_currency)) };

/** The paid sum as text for operators: `1593.00 KES`. */
export function paidInWords(paid: Paid): string | null {
  const sum = paidOf(paid);
  return sum && `${sum.amount} ${sum.currency}`;
}

/** The total paid sums by currency; null: all are in the product's currency. */
export function sumsInWords(all: readonly Paid[]): string | null {
  const by = Map.groupBy(
    all.filter(({ pay_amount }) => pay_amount !== null),
    ({ pay_currency }) => pay_currency ?? '',
  );
  const sums = [...by].map(([pay_currency, some]) => {
    const pay_amount = some.reduce((sum, each) => sum + (each.pay_amount ?? 0n), 0n);
    return paidInWords({ pay_currency, pay_amount, pay_rate: null });
  });
  return sums.length === 0 ? null : sums.join(', ');
}

const PLACES = placesInSql('pay_currency');
/** SQL of the paid sum of a row of `withdrawal`, in units of its currency. */
export const PAID = `(round(pay_amount / 10::numeric ^ ${PLACES}, ${PLACES}))::text`;
