import { i18n } from '@lingui/core';
import { afterEach, describe, expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { parseAmount } from '../../machines/withdrawal/amount-text.ts';
import { signsOf, toTypedAmount } from '../../src/app/components/amount-signs.ts';
import { shortMaskedAccount } from '../../src/app/components/masked-account.ts';
import { formatFor, onCountryChanged } from '../../src/i18n/country.ts';
import { formattingTag } from '../../src/i18n/formats.ts';
import { formatEstimate } from '../../src/ui/estimate.tsx';
import { formatAmount, formatCount } from '../../src/ui/numbers.ts';

const DAY = '2026-03-04T12:00:00Z';

/** The app's form of a day in this language. */
function dayIn(tag: string): string {
  i18n.loadAndActivate({ locale: tag, locales: formattingTag(tag), messages: {} });
  return i18n.date(DAY, { dateStyle: 'medium', timeZone: 'UTC' });
}

afterEach(() => formatFor(null));

test.each([
  ['en', '1,234.50', 'Mar 4, 2026'],
  ['de', '1.234,50', '04.03.2026'],
  ['fr', '1\u202f234,50', '4 mars 2026'],
  ['ru', '1\u00a0234,50', '4 мар. 2026 г.'],
  ['fi', '1\u00a0234,50', '4.3.2026'],
  ['hi', '1,234.50', '4 मार्च 2026'],
  // languages whose sums use their own digits
  ['fa', '۱٬۲۳۴٫۵۰', '۱۳ اسفند ۱۴۰۴'],
  ['bn', '১,২৩৪.৫০', '৪ মার্চ, ২০২৬'],
  ['mr', '१,२३४.५०', '४ मार्च, २०२६'],
  // languages whose sums use Latin digits
  ['ar', '1,234.50', '04\u200f/03\u200f/2026'],
  ['ur', '1,234.50', '4 مارچ، 2026'],
  ['ta', '1,234.50', '4 மார்., 2026'],
  ['th', '1,234.50', '4 มี.ค. 2569'],
  ['ja', '1,234.50', '2026/03/04'],
  ['pt', '1.234,50', '4 de mar. de 2026'],
  ['pt-PT', '1234,50', '04/03/2026'],
  ['no', '1\u00a0234,50', '4. mars 2026'],
])('in %s a sum is %s and a day %s', (tag, sum, day) => {
  expect([formatAmount('1234.5000', tag, false), dayIn(tag)]).toEqual([sum, day]);
});

describe('the account’s country', () => {
  test.each([
    ['en', 'IN', '12,34,567.00', '4 Mar 2026'],
    ['en', 'GB', '1,234,567.00', '4 Mar 2026'],
    ['de', 'CH', "1'234'567.00", '04.03.2026'],
    ['es', 'MX', '1,234,567.00', '4 mar 2026'],
    ['es', 'ES', '1.234.567,00', '4 mar 2026'],
    ['ar', 'SA', '1,234,567.00', '04\u200f/03\u200f/2026'],
    // the language's own region has precedence
    ['pt-PT', 'BR', '1\u00a0234\u00a0567,00', '04/03/2026'],
  ])('%s in %s', (tag, country, sum, day) => {
    formatFor(country);
    expect([formatAmount('1234567.0000', tag, false), dayIn(tag)]).toEqual([sum, day]);
  });

  test.each([
    ['en', 'DE'],
    ['en', 'CH'],
    ['en', 'SE'],
    ['fr', 'CH'],
    ['de', 'AT'],
    ['ar', 'EG'],
  ])('%s in %s writes an estimate as it writes the balance beside it', (tag, country) => {
    formatFor(country);
    const balance = formatAmount('1234567.5000', tag, false);
    expect(formatEstimate('1234567.50', 'EUR', tag)).toContain(balance);
    expect(formatEstimate('1234567', 'JPY', tag)).not.toContain('00');
  });

  test('is reported once, and forgotten with the session', () => {
    const heard: string[] = [];
    onCountryChanged(() => heard.push(formatCount(1_234_567, 'en')));
    formatFor('IN');
    formatFor('IN');
    formatFor(null);
    expect(heard).toEqual(['12,34,567', '1,234,567']);
  });
});

test('an amount is understood as every language writes it', () => {
  const readBack = (value: string) =>
    languages.map(({ tag }) => parseAmount(formatAmount(value, tag, false), signsOf(tag)));
  for (const value of ['1234567.25', '1290.38', '1.2345', '12.345']) {
    expect([...new Set(readBack(value))]).toEqual([value]);
  }
  expect([...new Set(readBack('1500'))]).toEqual(['1500.00']);
  expect(parseAmount(' १२.५ ', signsOf('en'))).toBe('12.5');
  // a screen may be drawn before the texts of its language are loaded
  expect(signsOf('')).toEqual(signsOf('en'));
});

test('an earned sum, copied with its plus sign and bidi marks, is understood in every language', () => {
  const readBack = languages.map(({ tag }) =>
    parseAmount(`\u2068${formatAmount('0.0500', tag, true)}\u2069`, signsOf(tag)),
  );
  expect([...new Set(readBack)]).toEqual(['0.05']);
});

const currencies = [
  ...['USD', 'EUR', 'GBP', 'INR', 'BRL', 'CHF', 'SAR', 'NGN', 'KES', 'TZS', 'PLN', 'CZK', 'SEK'],
  ...['RUB', 'UAH', 'RON', 'HUF', 'IDR', 'MYR', 'THB', 'VND', 'PKR', 'BDT', 'IRR', 'EGP', 'MAD'],
  ...['AED', 'TRY', 'PHP', 'MXN', 'ARS', 'ZAR', 'ILS', 'LKR', 'KRW', 'JPY', 'DKK', 'NOK'],
];

test('an estimate is understood as every language writes it, in every currency of a country', () => {
  for (const currency of currencies) {
    const readBack = languages.map(({ tag }) => [
      tag,
      parseAmount(formatEstimate('1234567.25', currency, tag), signsOf(tag)),
    ]);
    expect(readBack).toEqual(languages.map(({ tag }) => [tag, '1234567.25']));
  }
});

test.each([
  ['en', '1234567.5', '1234567.5'],
  ['de', '1234567.5', '1234567,5'],
  ['ar', '1234567.5', '1234567.5'],
  ['fa', '1234567.5', '۱۲۳۴۵۶۷٫۵'],
  ['bn', '1234567.0025', '১২৩৪৫৬৭.০০২৫'],
  ['mr', '1234567.5', '१२३४५६७.५'],
  ['fa', '', ''],
])('in %s the field writes %j as %j', (tag, amount, text) => {
  expect(toTypedAmount(tag, amount)).toBe(text);
});

test('an amount that the field writes is understood in every language', () => {
  const readBack = languages.map(({ tag }) =>
    parseAmount(toTypedAmount(tag, '1234.567'), signsOf(tag)),
  );
  expect([...new Set(readBack)]).toEqual(['1234.567']);
});

test('the mask of an account is shortened, and keeps its groups', () => {
  expect(shortMaskedAccount(`${'*'.repeat(40)}.org`)).toBe('••••.org');
  expect(shortMaskedAccount('**1234')).toBe('••1234');
  expect(shortMaskedAccount('1234')).toBe('1234');
  expect(shortMaskedAccount('DE** **** **** **** **30 00')).toBe(
    'DE••\u00a0••••\u00a0••30\u00a000',
  );
  expect(shortMaskedAccount('41** **** **** 1111')).toBe('41••\u00a0••••\u00a01111');
  expect(shortMaskedAccount('11.***.***/**01-81')).toBe('11.•••.•••/\u2060••01-\u206081');
  expect(shortMaskedAccount('+6* *** *** 4567')).toBe('+6•\u00a0•••\u00a0•••\u00a04567');
});
