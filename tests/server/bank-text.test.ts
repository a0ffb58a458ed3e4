import { expect, test } from 'vitest';
import { bankName } from '../../server/operator/payouts/bank-text.ts';

test.each([
  ['李雷', 'LiLei'],
  ['Иван Петров', 'Ivan Petrov'],
  ['Ödön <&> Co', 'Odon + Co'],
  ["O'Brien (Jr.)", "O'Brien (Jr.)"],
  ['Bo_Eve/..\u202e', 'Bo Eve ..'],
  ['Ada 😀', 'Ada'],
  ['José', 'Jose'],
  [`${'a'.repeat(69)} 👩‍👩‍👧 b`, 'a'.repeat(69)],
  ['x'.repeat(80), 'x'.repeat(70)],
  ['_', null],
  ['😀', null],
  ['...', null],
  ['', null],
])('in the characters that all banks accept, %j is %j', (name, written) => {
  expect(bankName(name)).toBe(written);
});
