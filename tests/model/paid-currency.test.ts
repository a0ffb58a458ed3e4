import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { parseDecimal, parseMoney } from '../../contract/money.ts';
import { toPaid } from '../../contract/pay.ts';
import type { Withdrawal } from '../../contract/shapes.ts';
import { problemOfAmount, type WithdrawalTerms } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import {
  selectArrival,
  selectFailure,
  selectStep,
} from '../../machines/withdrawal/withdrawal.selectors.ts';
import { info, inShillings, refused, signs, terms, withdrawal } from './samples.ts';
import { clock, controlledPromise, silent } from './scenarios.ts';

/** A person who has pressed "Confirm" for an amount of 7. */
async function confirmed(loaded: WithdrawalTerms) {
  const load = controlledPromise<WithdrawalTerms, unknown>();
  const submit = controlledPromise<
    { withdrawal: Withdrawal; balance: string },
    Record<string, unknown>
  >();
  const actor = createActor(
    withdrawalMachine.provide({
      // biome-ignore lint/suspicious/noExplicitAny: the input is compared below
      actors: { loadTerms: load.logic, submitWithdrawal: submit.logic as any, watchSigns: silent },
    }),
    { clock: clock(), input: { idPrefix: 'n', permission: 'default', signs, openOffers: [] } },
  );
  actor.start();
  await load.answer(loaded);
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  actor.send({ type: 'confirm.pressed' });
  return { actor, load, submit, at: () => actor.getSnapshot() };
}

const shillings = (rate: string, amount: string) => ({ currency: 'KES', rate, amount });

test('a changed rate is shown in the same dialog, and sent with a new key', async () => {
  const { actor, load, submit, at } = await confirmed(inShillings('129.5'));
  await submit.fail(refused('pay_changed'));
  expect(selectStep(at())).toBe('submitting');
  await load.answer(inShillings('130'));
  expect([selectStep(at()), selectArrival(at())]).toEqual([
    'confirming',
    shillings('130', '910.00'),
  ]);
  expect(selectFailure(at())).toEqual(refused('pay_changed'));
  actor.send({ type: 'confirm.pressed' });
  expect(submit.inputs()).toMatchObject([
    { amount: '7', arrival: shillings('129.5', '906.00'), key: 'n-1' },
    { amount: '7', arrival: shillings('130', '910.00'), key: 'n-2' },
  ]);
});

test('after a changed rate new terms can lead to a dialog without a rate, the form, or a pending request', async () => {
  const without = await confirmed(inShillings('129.5'));
  await without.submit.fail(refused('pay_changed'));
  await without.load.answer(terms({ currency: 'USD', pay: null }));
  expect([selectStep(without.at()), selectArrival(without.at())]).toEqual(['confirming', null]);
  const stopped = await confirmed(inShillings('129.5'));
  await stopped.submit.fail(refused('pay_changed'));
  await stopped.load.answer(inShillings(null));
  expect(selectStep(stopped.at())).toBe('editing');
  const pending = await confirmed(inShillings('129.5'));
  await pending.submit.fail(refused('pay_changed'));
  await pending.load.answer(terms({ pending: withdrawal('pending') }));
  expect(selectStep(pending.at())).toBe('pending');
});

test('an older server sends no currency, and is sent none', async () => {
  const { submit } = await confirmed(terms());
  expect(submit.inputs()).toMatchObject([{ arrival: undefined }]);
});

test.each([
  ['7', '129.5', null],
  ['7', null, 'unpayable'],
  ['4', null, 'belowMinimum'],
  // at a rate of 0.1: 0.7 shillings, less than one
  ['7', '0.1', 'belowMinimum'],
] as const)('the problem of the amount %s at the rate %s is %s', (amount, rate, problem) => {
  expect(problemOfAmount(amount, inShillings(rate))).toBe(problem);
});

const decimals = (max: number, places: number) =>
  fc.bigInt({ min: 1n, max: BigInt(max) }).map((units) => {
    const digits = units.toString().padStart(places + 1, '0');
    const at = digits.length - places;
    return places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
  });

test('the arriving amount is a multiple of the rounding step, and less than a step below its worth', () => {
  const places = fc.constantFrom(0, 2, 3);
  const cases = places.chain((count) =>
    fc.tuple(decimals(10 ** 10, 4), decimals(10 ** 13, 8), decimals(10 ** 5, count)),
  );
  fc.assert(
    fc.property(cases, ([amount, rate, rounding]) => {
      const paid = toPaid(parseMoney(amount), { rate, rounding });
      const step = parseDecimal(rounding, 12);
      const exact = parseMoney(amount) * parseDecimal(rate, 8);
      const arrives = parseDecimal(paid, 12);
      expect(arrives % step).toBe(0n);
      expect(arrives <= exact && exact - arrives < step + 10n ** 12n).toBe(true);
      expect(paid.split('.')[1]?.length).toBe(rounding.split('.')[1]?.length);
    }),
  );
});
