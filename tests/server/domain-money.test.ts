import { readFile } from 'node:fs/promises';
import { getCountries } from 'libphonenumber-js';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { accountTypes, withdrawalMethod } from '../../contract/withdrawal-shapes.ts';
import { currencyOf } from '../../server/domain/currencies.ts';
import { isIban } from '../../server/domain/iban.ts';
import { localAmount } from '../../server/domain/local-amounts.ts';
import { parseAccount } from '../../server/domain/payout-accounts/kinds.ts';

const rates = (set: Record<string, string>) => ({
  currency: 'USD',
  rate: (currency: string) => set[currency] ?? null,
});

test.each([
  ['IN', { INR: '88.25', USD: '1' }, '108.94', 'INR'],
  ['JP', { JPY: '151.9', USD: '1' }, '187', 'JPY'],
  ['KW', { KWD: '0.307', USD: '1' }, '0.378', 'KWD'],
  ['PK', { PKR: '280.5', USD: '1' }, '346.27', 'PKR'],
  ['ID', { IDR: '16250.75', USD: '1' }, '20061.55', 'IDR'],
  ['IQ', { IQD: '1310', USD: '1' }, '1617.195', 'IQD'],
  ['DE', { INR: '88.25', USD: '1' }, '1.23', 'USD'],
  ['ZZ', { USD: '1' }, '1.23', 'USD'],
  [null, { USD: '1' }, '1.23', 'USD'],
] as const)('1.2345 in %s is %j', (country, set, amount, currency) => {
  expect(localAmount(12_345n, country, rates(set))).toEqual({
    local_amount: amount,
    local_currency: currency,
  });
});

test.each([
  // the former currency has ended
  ['BG', 'EUR'],
  ['HR', 'EUR'],
  ['SL', 'SLE'],
  ['CW', 'XCG'],
  // two currencies are in use: the national currency comes first
  ['BT', 'BTN'],
  ['HT', 'HTG'],
  ['LS', 'LSL'],
  ['PA', 'PAB'],
  ['ZW', 'ZWG'],
  // codes of funds and of tests are no legal tender
  ['CH', 'CHF'],
  ['CL', 'CLP'],
  ['US', 'USD'],
  ['XX', null],
])('the currency of %s is %s', (country, currency) => {
  expect(currencyOf(country)).toBe(currency);
});

test('every country with a calling code has a currency that Intl knows', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  const without = getCountries().filter((country) => !known.has(currencyOf(country) ?? ''));
  expect(without).toEqual([]);
});

test.each([
  ['4111 1111 1111 1111', true],
  ['5500-0055-5555-5559', true],
  ['378282246310005', true],
  ['4111 1111 1111 1112', false],
  ['1111', false],
  ['0'.repeat(11), false],
  ['0'.repeat(12), true],
  ['0'.repeat(19), true],
  ['0'.repeat(20), false],
  ['4111 1111 1111 111a', false],
])('card number %s: %s', (number, good) => {
  expect(parseAccount('card', number, 'DE') !== null).toBe(good);
});

test.each([
  ['DE89370400440532013000', true],
  ['NO9386011117947', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  ['DE89370400440532013001', false],
  ['DE98370400440532013000', false],
  ['de89370400440532013000', false],
  ['DE89 3704 0044 0532 0130 00', false],
  ['DE8937040044', false],
  ['', false],
])('bank account %j: %s', (text, good) => {
  expect(isIban(text)).toBe(good);
});

const methods = v.parse(
  v.array(withdrawalMethod),
  JSON.parse(
    await readFile(new URL('../../server/demo/payout-methods.json', import.meta.url), 'utf8'),
  ),
);

test('the demo pays in at least 12 countries and to all six kinds of account', () => {
  expect(new Set(methods.flatMap(({ countries }) => countries)).size).toBeGreaterThanOrEqual(12);
  expect(new Set(methods.map(({ account_type }) => account_type))).toEqual(new Set(accountTypes));
});

test.each(methods.map((method) => [method.method, method] as const))(
  '%s: the pattern is anchored, and matches only accounts of the method',
  (name, { account_pattern }) => {
    const pattern = new RegExp(account_pattern, 'u');
    expect(account_pattern).toMatch(/^\^.*\$$/);
    const [good, bad] = ACCOUNTS[name] ?? [[], []];
    expect(good.map((account) => pattern.test(account))).toEqual(good.map(() => true));
    expect(bad.map((account) => pattern.test(account))).toEqual(bad.map(() => false));
    expect(good.length).toBeGreaterThan(0);
  },
);

const MAIL: [string[], string[]] = [
  ['a.b@example.com'],
  ['a.b', '@example.com', 'a b@example.com'],
];

/** For each method, accounts that it accepts and accounts that it refuses. */
const ACCOUNTS: Record<string, [string[], string[]]> = {
  pix: [
    ['12345678901', 'a@b.com', '+5511987654321', '123e4567-e89b-12d3-a456-426614174000'],
    ['1234', '5511987654321x'],
  ],
  upi: [['anna.k@okaxis'], ['anna', 'anna@', 'anna@ok axis']],
  mpesa: [
    ['+254712345678', '0712345678'],
    ['+255712345678', '071234567'],
  ],
  mpesa_tz: [['+255741234567', '0741234567'], ['+254741234567']],
  gcash: [['09171234567', '+639171234567'], ['9171234567']],
  dana: [['081234567890', '+6281234567890'], ['071234567890']],
  bkash: [['01712345678', '+8801712345678'], ['01212345678']],
  easypaisa: [['03451234567', '+923451234567'], ['3451234567']],
  mtn_momo: [['+233241234567'], ['0241234567']],
  opay: [['08031234567', '+2348031234567'], ['0803123456']],
  momo: [['0912345678', '+84912345678'], ['0112345678']],
  truemoney: [['0812345678', '+66812345678'], ['0212345678']],
  vodafone_cash: [['01012345678', '+201012345678'], ['01312345678']],
  papara: [['1234567890'], ['123456789']],
  cash_app: [
    ['$anna', '$a1b2c3'],
    ['anna', '$1anna', '$'],
  ],
  venmo: [['@anna-banana'], ['anna-banana', '@ann']],
  mercado_pago: MAIL,
  paypal: MAIL,
  bank_card: [
    ['4111 1111 1111 1111', '5500005555555559'],
    ['4111 1111', '4111x11111111111'],
  ],
  usdt_trc20: [
    ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
    ['0x52908400098527886E0F7030069857D2E4169EE7'],
  ],
};
