import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Withdrawal } from '../../contract/shapes.ts';
import { withdrawalMachine } from '../../machines/withdrawal.machine.ts';
import { problemOf, type WithdrawalFacts } from '../../machines/withdrawal.setup.ts';
import { facts, offline, refused, withdrawal } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

async function start(loaded: WithdrawalFacts = facts()) {
  const load = scripted<WithdrawalFacts, unknown>();
  const submit = scripted<
    { withdrawal: Withdrawal; balance: string },
    { amount: string; key: string }
  >();
  const check = scripted<Withdrawal, { id: number }>();
  const time = clock();
  const actor = createActor(
    withdrawalMachine.provide({
      actors: {
        loadWithdrawal: load.logic,
        submitWithdrawal: submit.logic,
        checkWithdrawal: check.logic,
        watchFacts: silent,
        watchPresence: silent,
      },
    }),
    { clock: time, input: { nonce: 'n' } },
  );
  actor.start();
  await load.answer(loaded);
  return { actor, load, submit, check, time };
}

const { config } = facts();

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
  expect(problemOf(amount, config)).toBe(problem);
});

test('"Withdraw all" takes the whole balance, as people write it', async () => {
  const { actor } = await start();
  actor.send({ type: 'all.pressed' });
  expect(actor.getSnapshot().context.amount).toBe('20.5');
});

test('a comma is a decimal point', async () => {
  const { actor } = await start();
  actor.send({ type: 'amount.changed', text: ' 7,25 ' });
  actor.send({ type: 'withdraw.pressed' });
  expect(actor.getSnapshot().value).toBe('confirming');
  expect(actor.getSnapshot().context.amount).toBe('7.25');
});

test('when nobody knows whether it arrived, the same key asks again', async () => {
  const { actor, submit } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed' });
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(offline);
  expect(actor.getSnapshot().value).toBe('confirming');
  actor.send({ type: 'confirm.pressed' });
  await submit.answer({ withdrawal: withdrawal('pending'), balance: '13.5000' });
  expect(submit.inputs()).toEqual([
    { amount: '7', key: 'n-1' },
    { amount: '7', key: 'n-1' },
  ]);
  expect(actor.getSnapshot().value).toEqual({ pending: 'waiting' });
});

test('cancelled while nobody knows whether it arrived, it is asked for', async () => {
  const { actor, load, submit } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed' });
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(offline);
  actor.send({ type: 'cancel.pressed' });
  await load.answer(facts({ pending: withdrawal('pending') }));
  expect(actor.getSnapshot().value).toEqual({ pending: 'waiting' });
});

test('another amount is another attempt', async () => {
  const { actor, load, submit } = await start();
  for (const text of ['7', '8']) {
    actor.send({ type: 'amount.changed', text });
    actor.send({ type: 'withdraw.pressed' });
    actor.send({ type: 'confirm.pressed' });
    await submit.fail(offline);
    actor.send({ type: 'cancel.pressed' });
    await load.answer(facts());
  }
  expect(submit.inputs().map(({ key }) => key)).toEqual(['n-1', 'n-2']);
});

test('a request that is already pending elsewhere is found and shown', async () => {
  const { actor, load, submit } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed' });
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(refused('pending_exists'));
  await load.answer(facts({ pending: withdrawal('pending') }));
  expect(actor.getSnapshot().value).toEqual({ pending: 'waiting' });
});

test.each(['paid', 'rejected'] as const)(
  'a pending request is followed until it is %s',
  async (status) => {
    const { actor, check, time } = await start(facts({ pending: withdrawal('pending') }));
    time.increment(10_000);
    await check.answer(withdrawal('pending'));
    time.increment(10_000);
    await check.answer(withdrawal(status));
    expect(check.inputs()).toEqual([{ id: 11 }, { id: 11 }]);
    expect(actor.getSnapshot().value).toBe(status);
    expect(actor.getSnapshot().context.withdrawal).toEqual(withdrawal(status));
  },
);

test('what is typed while the facts are asked for again is kept', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'facts.outdated' });
  actor.send({ type: 'amount.changed', text: '9' });
  await load.answer(facts());
  expect(actor.getSnapshot().value).toBe('editing');
  expect(actor.getSnapshot().context.amount).toBe('9');
});

test('a press on Withdraw while the facts are asked for again is taken', async () => {
  const { actor } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'facts.outdated' });
  actor.send({ type: 'withdraw.pressed' });
  expect(actor.getSnapshot().value).toBe('confirming');
});

test('a load that failed is forgotten when the next one succeeds', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'facts.outdated' });
  await load.fail(offline);
  expect(actor.getSnapshot().value).toBe('failed');
  actor.send({ type: 'retry.pressed' });
  await load.answer(facts());
  expect(actor.getSnapshot().value).toBe('editing');
  expect(actor.getSnapshot().context.failure).toBeNull();
});

test('a pending request is asked for only while somebody looks, and at once when they come back', async () => {
  const { actor, check, time } = await start(facts({ pending: withdrawal('pending') }));
  actor.send({ type: 'presence.changed', isPresent: false });
  time.increment(3_600_000);
  expect([check.inputs(), actor.getSnapshot().value]).toEqual([[], { pending: 'unseen' }]);
  actor.send({ type: 'presence.changed', isPresent: true });
  expect(check.inputs()).toEqual([{ id: 11 }]);
  actor.send({ type: 'presence.changed', isPresent: false });
  await check.answer(withdrawal('pending'));
  time.increment(3_600_000);
  expect(check.inputs()).toEqual([{ id: 11 }]);
});
