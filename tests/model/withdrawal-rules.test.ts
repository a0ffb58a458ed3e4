import { expect, test } from 'vitest';
import {
  conditionsOf,
  isCorrected,
  problemOfAmount,
  stepHistoryOf,
} from '../../machines/withdrawal/rules.ts';
import { info, terms, withdrawal, withdrawalAt } from './samples.ts';

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
] as const)('the problem of the amount %j is %s', (amount, problem) => {
  expect(problemOfAmount(amount, terms())).toBe(problem);
});

test('the steps of a withdrawal are known also if the server does not send them', () => {
  const asked = '2026-01-02T03:04:05.000Z';
  const at = '2026-01-03T03:04:05.000Z';
  const requested = { step: 'pending', at: asked };
  expect(stepHistoryOf(withdrawal('pending'))).toEqual([requested]);
  expect(stepHistoryOf(withdrawal('paid'))).toEqual([requested, { step: 'paid', at }]);
  expect(stepHistoryOf(withdrawalAt('returned'))).toEqual([requested, { step: 'returned', at }]);
});

test('a confirmed e-mail is a condition if the server sends whether it is confirmed', () => {
  const kinds = (email_confirmed?: boolean) =>
    conditionsOf(terms({ requirements: [], email_confirmed }), 'default');
  expect([kinds(), kinds(false), kinds(true)]).toEqual([
    [],
    [{ kind: 'email', isMet: false }],
    [{ kind: 'email', isMet: true }],
  ]);
});

test('a condition is met at its required count; a required count of zero is no condition', () => {
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

test.each([
  ['the same account', {}, false],
  ['another method', { method: 'mpesa' }, true],
  ['another name', { recipient_name: 'Eve' }, true],
  ['another account', { account: 'e******.net' }, true],
  ['another account with the same visible characters', { version: '2' }, true],
])('a returned withdrawal needs a changed account: %s', (_, changes, isElsewhere) => {
  const before = { ...info, version: '1' };
  const set = { ...before, ...changes };
  expect(isCorrected(withdrawalAt('returned'), set, before)).toBe(isElsewhere);
  // without a version to compare, only the visible fields decide
  const isReadable = isElsewhere && !('version' in changes);
  expect(isCorrected(withdrawalAt('returned'), set, null)).toBe(isReadable);
  expect(isCorrected(withdrawalAt('rejected'), set, before)).toBe(false);
});
