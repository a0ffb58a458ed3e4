import { describe, expect, test } from 'vitest';
import { formatEstimate } from '../../src/ui/estimate.tsx';
import { digitOf, formatAmount, formatCount } from '../../src/ui/numbers.ts';

describe('an amount', () => {
  test.each([
    ['12.3400', 'en', '12.34'],
    ['0.0500', 'en', '0.05'],
    ['0.0001', 'en', '0.0001'],
    ['1.0000', 'en', '1.00'],
    ['1234567.8900', 'en', '1,234,567.89'],
    ['1234567.8900', 'de', '1.234.567,89'],
    // more digits than a float can hold
    ['123456789012345678.1234', 'en', '123,456,789,012,345,678.1234'],
    ['12.3400', 'fa', '۱۲٫۳۴'],
  ])('%s in %s is %s', (value, locale, text) => {
    expect(formatAmount(value, locale, false)).toBe(text);
  });

  test('that was gained has a plus sign, but zero has none', () => {
    expect(formatAmount('0.0500', 'en', true)).toBe('+0.05');
    expect(formatAmount('0.0000', 'en', true)).toBe('0.00');
  });
});

test.each([
  ['83.12', 'INR', 'en', '₹83.12'],
  ['1500', 'JPY', 'en', '¥1,500'],
  ['83.12', 'EUR', 'de', '83,12\u00a0€'],
  ['346.99', 'PKR', 'en', 'PKR\u00a0346.99'],
  ['83.12', 'USD', 'ar', '\u200f83.12\u00a0\u2068US$\u2069'],
])('an estimate of %s %s in %s is %s', (value, currency, locale, text) => {
  expect(formatEstimate(value, currency, locale)).toBe(text);
});

test('a count is grouped as the language does', () => {
  expect([formatCount(1234, 'en'), formatCount(1234, 'de')]).toEqual(['1,234', '1.234']);
});

test('a digit is recognized in the language’s own numerals', () => {
  expect([digitOf('7', 'en'), digitOf('۷', 'fa'), digitOf('.', 'en')]).toEqual([7, 7, -1]);
});
