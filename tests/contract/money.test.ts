import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMoney,
  compareMoney,
  formatMoney,
  MONEY_INPUT,
  parseMoney,
  shareOf,
  toLocal,
} from '../../contract/money.ts';

const units = fc.bigInt({ min: 0n, max: 10n ** 16n - 1n });

test('a formatted amount is parsed as the same amount', () => {
  fc.assert(fc.property(units, (value) => parseMoney(formatMoney(value)) === value));
});

test('a formatted amount has exactly four decimal places', () => {
  fc.assert(fc.property(units, (value) => /^(0|[1-9]\d*)\.\d{4}$/.test(formatMoney(value))));
});

test('an amount may be written with fewer decimal places', () => {
  expect(['1', '1.5', '1.50', '0.0001'].map((text) => formatMoney(parseMoney(text)))).toEqual([
    '1.0000',
    '1.5000',
    '1.5000',
    '0.0001',
  ]);
});

test.each(['', '-1', '+1', '1e3', '1.', '.5', '1.00001', '01', '1,5', ' 1', 'NaN', '0x10', '１'])(
  'the amount %j is refused',
  (text) => {
    expect(MONEY_INPUT.test(text)).toBe(false);
    expect(() => parseMoney(text)).toThrow(RangeError);
  },
);

test('the sum of two amounts is exact', () => {
  fc.assert(
    fc.property(
      units,
      units,
      (a, b) => addMoney(formatMoney(a), formatMoney(b)) === formatMoney(a + b),
    ),
  );
  expect(addMoney('0.1', '0.2')).toBe('0.3000');
});

test('amounts are compared as numbers, not as text', () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      expect(compareMoney(formatMoney(a), formatMoney(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
  expect(compareMoney('10', '9.9999')).toBe(1);
});

test('a share of an amount is rounded down, by less than one unit', () => {
  const rate = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(units, rate, (value, millionths) => {
      const share = shareOf(value, `0.${String(millionths).padStart(6, '0')}`.slice(0, 8));
      const exact = value * BigInt(millionths % 1_000_000);
      const hasAll = millionths === 1_000_000;
      if (hasAll) return;
      expect(share * 1_000_000n <= exact && exact < (share + 1n) * 1_000_000n).toBe(true);
    }),
  );
});

test('the commissions of the three levels together never exceed 11 percent', () => {
  fc.assert(
    fc.property(units, (value) => {
      const paid = ['0.07', '0.03', '0.01'].map((rate) => shareOf(value, rate));
      return paid.reduce((sum, share) => sum + share, 0n) * 100n <= value * 11n;
    }),
  );
});

test('the local estimate has the currency’s own places and is rounded down', () => {
  expect(toLocal(parseMoney('1.9999'), '83.25', 2)).toBe('166.49');
  expect(toLocal(parseMoney('1.9999'), '157.3', 0)).toBe('314');
  expect(toLocal(parseMoney('0.0001'), '1', 2)).toBe('0.00');
  expect(toLocal(parseMoney('2.5'), '0.307', 3)).toBe('0.767');
});
