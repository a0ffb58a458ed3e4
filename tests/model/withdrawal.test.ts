import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Withdrawal, WithdrawInfo } from '../../contract/shapes.ts';
import type { Permission } from '../../machines/push/model.ts';
import type { Arrival, WithdrawalTerms } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { mockRoot } from './mock-root.ts';
import { info, offline, refused, signs, terms, withdrawal, withdrawalAt } from './samples.ts';
import { clock, controlledPromise, silent } from './scenarios.ts';

async function start(loaded = terms(), permission: Permission = 'default') {
  const load = controlledPromise<WithdrawalTerms, unknown>();
  const submit = controlledPromise<
    { withdrawal: Withdrawal; balance: string },
    {
      amount: string;
      payee: WithdrawInfo | null;
      arrival: Arrival | null | undefined;
      key: string;
    }
  >();
  const check = controlledPromise<Withdrawal, { id: number }>();
  const time = clock();
  const actor = createActor(
    withdrawalMachine.provide({
      actors: {
        loadTerms: load.logic,
        submitWithdrawal: submit.logic,
        checkWithdrawal: check.logic,
        watchSigns: silent,
      },
    }),
    { clock: time, input: { idPrefix: 'n', permission, signs, openOffers: [] } },
  );
  actor.start();
  await load.answer(loaded);
  return { actor, load, submit, check, time };
}

test('"Withdraw all" fills in the whole balance, without trailing zeros', async () => {
  const { actor } = await start();
  actor.send({ type: 'all.pressed' });
  expect(actor.getSnapshot().context.amount).toBe('20.5');
});

test('a comma is read as a decimal point', async () => {
  const { actor } = await start();
  actor.send({ type: 'amount.changed', text: ' 7,25 ' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  expect(actor.getSnapshot().value).toBe('confirming');
  expect(actor.getSnapshot().context.amount).toBe('7.25');
});

test('a problem is cleared once the amount can be withdrawn after all', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'amount.changed', text: '21' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  expect(actor.getSnapshot().context.problem).toBe('aboveBalance');
  actor.send({ type: 'data.outdated' });
  await load.answer(terms({ balance: '30.0000' }));
  actor.send({ type: 'withdraw.pressed', payee: info });
  actor.send({ type: 'cancel.pressed' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'editing', context: { problem: null } });
});

test('a request without an answer is sent again with the same key', async () => {
  const { actor, submit } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(offline);
  expect(actor.getSnapshot().value).toBe('confirming');
  actor.send({ type: 'confirm.pressed' });
  await submit.answer({ withdrawal: withdrawal('pending'), balance: '13.5000' });
  expect(submit.inputs()).toEqual([
    { amount: '7', payee: info, key: 'n-1' },
    { amount: '7', payee: info, key: 'n-1' },
  ]);
  expect(actor.getSnapshot().value).toEqual({ pending: 'waiting' });
});

test('a request without an answer that is cancelled is found in the terms', async () => {
  const { actor, load, submit } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(offline);
  actor.send({ type: 'cancel.pressed' });
  await load.answer(terms({ pending: withdrawal('pending') }));
  expect(actor.getSnapshot().value).toEqual({ pending: 'waiting' });
});

test('another amount is sent with another key', async () => {
  const { actor, load, submit } = await start();
  for (const text of ['7', '8']) {
    actor.send({ type: 'amount.changed', text });
    actor.send({ type: 'withdraw.pressed', payee: info });
    actor.send({ type: 'confirm.pressed' });
    await submit.fail(offline);
    actor.send({ type: 'cancel.pressed' });
    await load.answer(terms());
  }
  expect(submit.inputs().map(({ key }) => key)).toEqual(['n-1', 'n-2']);
});

test('a request that is already pending elsewhere is found and shown', async () => {
  const { actor, load, submit } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(refused('pending_exists'));
  await load.answer(terms({ pending: withdrawal('pending') }));
  expect(actor.getSnapshot().value).toEqual({ pending: 'waiting' });
});

test.each(['paid', 'rejected'] as const)(
  'a pending request is followed until it is %s',
  async (status) => {
    const { actor, check, time } = await start(terms({ pending: withdrawal('pending') }));
    time.increment(10_000);
    await check.answer(withdrawal('pending'));
    time.increment(10_000);
    await check.answer(withdrawal(status));
    expect(check.inputs()).toEqual([{ id: 11 }, { id: 11 }]);
    expect(actor.getSnapshot().value).toBe(status === 'paid' ? 'paid' : 'givenBack');
    expect(actor.getSnapshot().context.withdrawal).toEqual(withdrawal(status));
  },
);

test.each([
  ['in_review', { pending: 'waiting' }],
  ['processing', { pending: 'waiting' }],
  ['paid', 'paid'],
  ['failed', 'givenBack'],
  ['returned', 'givenBack'],
  ['rejected', 'givenBack'],
] as const)('the state follows the finer step that the server sends: %s', async (step, value) => {
  const { actor, check, time } = await start(terms({ pending: withdrawalAt('pending') }));
  const told: unknown[] = [];
  mockRoot(actor, ({ type, ending }) => type === 'withdrawal.settled' && told.push(ending));
  time.increment(10_000);
  await check.answer(withdrawalAt(step));
  expect(actor.getSnapshot().value).toEqual(value);
  expect(actor.getSnapshot().context.withdrawal).toEqual(withdrawalAt(step));
  expect(told).toEqual(typeof value === 'string' ? [step] : []);
});

test.each([
  ['3.0000', '2.0000'],
  ['5.0000', '0.0000'],
  ['6.0000', '0.0000'],
  [undefined, '5.0000'],
])('a returned amount that repaid a debt lowers the debt: %s', async (repaid, debt) => {
  const owing = terms({ pending: withdrawalAt('pending'), debt: '5.0000' });
  const { actor, check, time } = await start(owing);
  time.increment(10_000);
  await check.answer({ ...withdrawalAt('rejected'), repaid });
  expect(actor.getSnapshot().value).toBe('givenBack');
  expect(actor.getSnapshot().context.terms?.debt).toBe(debt);
});

test('an amount that is typed while the terms are loaded again is kept', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'data.outdated' });
  actor.send({ type: 'amount.changed', text: '9' });
  await load.answer(terms());
  expect(actor.getSnapshot().value).toBe('editing');
  expect(actor.getSnapshot().context.amount).toBe('9');
});

test('a press on Withdraw while the terms load opens the confirmation, and the terms are loaded later', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'data.outdated' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  expect(actor.getSnapshot().value).toBe('confirming');
  actor.send({ type: 'cancel.pressed' });
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['loading', 3]);
});

test('outdated terms on a hidden screen are loaded once when it becomes visible', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'visibility.changed', isVisible: false });
  actor.send({ type: 'data.outdated' });
  actor.send({ type: 'data.outdated' });
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['editing', 1]);
  actor.send({ type: 'visibility.changed', isVisible: true });
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['loading', 2]);
  await load.answer(terms());
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['editing', 2]);
});

test('terms that become outdated while they load are loaded again', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'data.outdated' });
  actor.send({ type: 'data.outdated' });
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['loading', 3]);
});

test('terms that become outdated during the confirmation are loaded after it', async () => {
  const { actor, load } = await start();
  actor.send({ type: 'amount.changed', text: '7' });
  actor.send({ type: 'withdraw.pressed', payee: info });
  actor.send({ type: 'data.outdated' });
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['confirming', 1]);
  actor.send({ type: 'cancel.pressed' });
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['loading', 2]);
});

test('a granted permission opens the form, and a revoked permission closes it', async () => {
  const { actor, load } = await start(terms({ notification_required: true }));
  expect(actor.getSnapshot().value).toEqual({ blocked: 'notificationsOff' });
  actor.send({ type: 'permission.changed', permission: 'granted' });
  expect(actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'amount.changed', text: '9' });
  actor.send({ type: 'permission.changed', permission: 'denied' });
  expect(actor.getSnapshot().value).toEqual({ blocked: 'notificationsOff' });
  expect(actor.getSnapshot().context.amount).toBe('9');
  expect(load.inputs()).toHaveLength(1);
  const allowed = await start(terms({ notification_required: true }), 'granted');
  expect(allowed.actor.getSnapshot().value).toBe('editing');
});

test('"Check again" loads the conditions at once', async () => {
  const blocked = await start(terms({ notification_required: true }));
  blocked.actor.send({ type: 'check.pressed' });
  expect(blocked.load.inputs()).toHaveLength(2);
});

test('a pending request is checked only while the screen is visible, and at once when it becomes visible', async () => {
  const { actor, check, time } = await start(terms({ pending: withdrawal('pending') }));
  actor.send({ type: 'visibility.changed', isVisible: false });
  time.increment(3_600_000);
  expect([check.inputs(), actor.getSnapshot().value]).toEqual([[], { pending: 'hidden' }]);
  actor.send({ type: 'visibility.changed', isVisible: true });
  expect(check.inputs()).toEqual([{ id: 11 }]);
  actor.send({ type: 'visibility.changed', isVisible: false });
  await check.answer(withdrawal('pending'));
  time.increment(3_600_000);
  expect(check.inputs()).toEqual([{ id: 11 }]);
});
