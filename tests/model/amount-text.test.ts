import { expect, test } from 'vitest';
import { parseAmount } from '../../machines/withdrawal/amount-text.ts';
import { signs } from './samples.ts';

test('an amount may be typed in the digits of every script', () => {
  const typed = [
    '٧٫٢٥',
    '۷٫۲۵',
    '७.२५',
    '৭.২৫',
    '੭.੨੫',
    '૭.૨૫',
    '௭.௨௫',
    '౭.౨౫',
    '೭.೨೫',
    '൭.൨൫',
    '๗.๒๕',
    '７．２５',
  ];
  expect(new Set(typed.map((text) => parseAmount(text, signs)))).toEqual(new Set(['7.25']));
});

const english = signs;
const german = { group: '.', decimal: ',' };
const french = { group: '\u202f', decimal: ',' };
const swiss = { group: '’', decimal: '.' };
const persian = { group: '٬', decimal: '٫' };

test.each([
  ['1,500', english, '1500'],
  ['1.500', english, '1.500'],
  ['1,500', german, '1.500'],
  ['1.500', german, '1500'],
  // neither sign separates thousands here: the amount is ambiguous
  ['1.500', french, ''],
  ['1,500', swiss, ''],
  ['۱.۵۰۰', persian, ''],
  ['۱٬۵۰۰', persian, '1500'],
  ['۱٫۵۰۰', persian, '1.500'],
  // with both signs the text is unambiguous
  ['1.500,00', english, '1500.00'],
  ['1,500.00', german, '1500.00'],
  ['1 500,50', english, '1500.50'],
  ['1\u00a0500', french, '1500'],
  ["1'500.50", swiss, '1500.50'],
  ['12,34,567.5', english, '1234567.5'],
  ['1,500,000', german, '1500000'],
  // thousands are three digits
  ['7,25', english, '7.25'],
  ['7.25', german, '7.25'],
  ['1500,125', english, '1500.125'],
  ['0,125', english, '0.125'],
  ['1,5000', english, '1.5000'],
  ['1,50,00', english, ''],
  ['1.5.2', english, ''],
  ['1,500.000.000', english, ''],
  ['1 50', english, ''],
  ['-5', english, ''],
])('%s with %o is read as %j', (text, language, amount) => {
  expect(parseAmount(text, language)).toBe(amount);
});

test.each([
  // with the Arabic comma, and the slash that Persian keyboards have for the point
  ['١٢،٥', '12.5'],
  ['١٬٢٣٤،٥', '1234.5'],
  ['١٬٢٣٤٬٥٦٧٫٨', '1234567.8'],
  ['۱۲/۵', '12.5'],
  ['۱۲/۵۰', '12.50'],
  ['۱۲/۵ ریال', '12.5'],
  ['+۱۲/۵', '12.5'],
  // a missing part before or after the point is zero
  ['.5', '0.5'],
  [',5', '0.5'],
  ['٫٥', '0.5'],
  ['5.', '5'],
  ['5,', '5'],
  ['.500', '0.500'],
  ['1,234.', '1234'],
  // formats of other apps
  ['$12.50', '12.50'],
  ['$ 12.50', '12.50'],
  ['12.50$', '12.50'],
  ['12,50 €', '12.50'],
  ['12,50\u00a0€', '12.50'],
  ['12,50\u202f€', '12.50'],
  ['€12,50', '12.50'],
  ['$.50', '0.50'],
  ['US$12.50', '12.50'],
  ['12,50 $US', '12.50'],
  ['12,50 $ CA', '12.50'],
  ['R$ 12,50', '12.50'],
  ['₹12.50', '12.50'],
  ['₹ 1,23,456.50', '123456.50'],
  ['12.50 USD', '12.50'],
  ['EUR 12,50', '12.50'],
  ['CHF 1’234.50', '1234.50'],
  ['12,50 zł', '12.50'],
  ['12,50 Kč', '12.50'],
  ['kr 12,50', '12.50'],
  ['12,50 kr.', '12.50'],
  ['Rp12,50', '12.50'],
  ['Rs. 12.50', '12.50'],
  ['12,50 ₽', '12.50'],
  ['12,50 руб.', '12.50'],
  ['￥12.50', '12.50'],
  // copied from a text of the other direction
  ['\u200e12.50', '12.50'],
  ['\u200f12.50\u200e', '12.50'],
  ['\u061c+0.05', '0.05'],
  ['\u200e+0.05', '0.05'],
  ['\u202a12.50\u202c', '12.50'],
  ['\u2066US$\u2069\u00a012.50', '12.50'],
  ['\u200f12.50\u00a0د.إ.\u200f', '12.50'],
  ['\u200f١٢٫٥٠\u00a0ر.س.\u200f', '12.50'],
  ['+12.50', '12.50'],
  ['＋12.50', '12.50'],
  [' 12.50\u200b ', '12.50'],
  ['\ufeff12.50', '12.50'],
])('%j is read as %j in every language', (text, amount) => {
  const read = [english, german, french, swiss, persian].map((each) => parseAmount(text, each));
  expect(new Set(read)).toEqual(new Set([amount]));
});

test.each([
  // several amounts, or none
  ['$', '+', '.', ',', '', '$.', '€ $'],
  ['-5', '−5', '+-5', '(5)', '5-', '$-5', '-$5'],
  ['$5 €', '12.50 13.50', '5 + 5', '++5', '12.5.', '..5', '.5.'],
  // a unit such as a thousand, a million or a hundredth changes the number
  ['12k', '12 K', '5M', '12 k€', '12 M$', '5 mln', '5 MIO', '2 lakh', '5 тыс', '50¢', '50%'],
  ['12.5k', '12,5 K', '.5M', '12.50 lakh', '12,5 млн', '١٢٫٥٠ مليون', '12.5%'],
  // a fraction, a date, a time
  [
    '12/5',
    '12/05',
    '١٢/٥/٦',
    '12:50',
    '1e3',
    '0x5',
    '٪5',
    'ten',
    'USD',
    'twelve USD',
    '۱۲/۵/۶ ریال',
  ],
  // separators without a clear meaning in English and German
  ['١،٥٠٠', '۱/۵۰۰ 5', '1 50', '1’50'],
])('a text without an amount, or with an ambiguous one, is read as none: %j, …', (...texts) => {
  const read = texts.flatMap((text) => [english, german].map((each) => parseAmount(text, each)));
  expect(new Set(read)).toEqual(new Set(['']));
});
