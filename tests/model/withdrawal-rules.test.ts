import { expect, test } from 'vitest';
import {
  amountOfText,
  conditionsOf,
  problemOfAmount,
  wayOf,
} from '../../machines/withdrawal/rules.ts';
import { signs, terms, withdrawal, withdrawalAt } from './samples.ts';

const { config } = terms();

test.each([
  ['', 'amountRequired'],
  ['abc', 'amountRequired'],
  ['-5', 'amountRequired'],
  ['1.00001', 'amountRequired'],
  ['0.9999', 'belowOne'],
  ['1', 'belowMinimum'],
  ['4.9999', 'belowMinimum'],
  ['5', null],
  ['20.5', null],
  ['20.5001', 'aboveBalance'],
  ['100', 'aboveBalance'],
] as const)('the amount %j: %s', (amount, problem) => {
  expect(problemOfAmount(amount, config)).toBe(problem);
});

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
  expect(new Set(typed.map((text) => amountOfText(text, signs)))).toEqual(new Set(['7.25']));
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
  // neither parts thousands here: it could be either
  ['1.500', french, ''],
  ['1,500', swiss, ''],
  ['۱.۵۰۰', persian, ''],
  ['۱٬۵۰۰', persian, '1500'],
  ['۱٫۵۰۰', persian, '1.500'],
  // whoever writes both tells which is which
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
  expect(amountOfText(text, language)).toBe(amount);
});

test('the way of a withdrawal, also where the server does not tell it', () => {
  const asked = '2026-01-02T03:04:05.000Z';
  const at = '2026-01-03T03:04:05.000Z';
  const requested = { step: 'pending', at: asked };
  expect(wayOf(withdrawal('pending'))).toEqual([requested]);
  expect(wayOf(withdrawal('paid'))).toEqual([requested, { step: 'paid', at }]);
  expect(wayOf(withdrawalAt('returned'))).toEqual([requested, { step: 'returned', at }]);
});

test('a condition is met by as many as it asks for; one of none is no condition', () => {
  const requirements = [
    { kind: 'videos', required: 2, current: 1 },
    { kind: 'days', required: 2, current: 2 },
    { kind: 'friends', required: 0, current: 0 },
  ] as never;
  const met = (isAsked: boolean) =>
    conditionsOf(terms({ requirements, notification_required: isAsked }), 'default').map(
      ({ isMet }) => isMet,
    );
  expect([met(false), met(true)]).toEqual([
    [false, true],
    [false, true, false],
  ]);
});
