import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Withdrawal } from '../../contract/shapes.ts';
import { routes } from '../../machines/app/routes.ts';
import { timedOut } from '../../machines/failure.ts';
import { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';
import { selectInfoStep } from '../../machines/withdraw-info.selectors.ts';
import type { WithdrawalTerms } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { selectPayee } from '../../machines/withdrawal/withdrawal.selectors.ts';
import { info, member, methods, offline, otherInfo, refused, signs, terms } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

/** Somebody who knows how a withdrawal may be asked for, and what tells the others of it. */
async function withdrawing() {
  const load = scripted<WithdrawalTerms, unknown>();
  const submit = scripted<
    { withdrawal: Withdrawal; balance: string },
    { amount: string; payee: typeof info | null; key: string }
  >();
  const actor = createActor(
    withdrawalMachine.provide({
      actors: {
        loadTerms: load.logic,
        submitWithdrawal: submit.logic,
        watchSigns: silent,
      },
    }),
    { clock: clock(), input: { idPrefix: 'n', permission: 'default', signs } },
  );
  actor.start();
  await load.answer(terms());
  const propose = () => {
    actor.send({ type: 'amount.changed', text: '7' });
    actor.send({ type: 'withdraw.pressed' });
    return selectPayee(actor.getSnapshot());
  };
  return { actor, load, submit, propose, value: () => actor.getSnapshot().value };
}

/** The card of somebody who is paid somewhere. */
async function card() {
  type Loaded = { info: typeof info | null; methods: typeof methods; country: string | null };
  const load = scripted<Loaded, { country: string | null }>();
  const actor = createActor(
    withdrawInfoMachine.provide({ actors: { loadWithdrawInfo: load.logic } }),
    { input: { country: null } },
  );
  actor.start();
  await load.answer({ info, methods, country: null });
  const shown = () => [selectInfoStep(actor.getSnapshot()), actor.getSnapshot().context.info];
  return { actor, load, shown };
}

test('a changed account is refused, asked for anew, and shown the next time', async () => {
  const { actor, load, submit, propose, value } = await withdrawing();
  expect(propose()).toBe(info);
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(refused('wdinfo_changed'));
  expect(value()).toBe('loading');
  await load.answer({ ...terms(), info: otherInfo });
  expect(propose()).toBe(otherInfo);
  actor.send({ type: 'confirm.pressed' });
  expect(submit.inputs()).toEqual([
    { amount: '7', payee: info, key: 'n-1' },
    { amount: '7', payee: otherInfo, key: 'n-2' },
  ]);
});

test('what is told while an amount is confirmed is shown for the next one', async () => {
  const { actor, submit, propose } = await withdrawing();
  propose();
  actor.send({ type: 'info.told', info: otherInfo });
  expect(selectPayee(actor.getSnapshot())).toBe(info);
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(offline);
  actor.send({ type: 'confirm.pressed' });
  expect(submit.inputs().map(({ payee, key }) => [payee, key])).toEqual([
    [info, 'n-1'],
    [info, 'n-1'],
  ]);
});

test('what is told before the terms are known changes nothing, afterwards what is shown', async () => {
  const { actor, propose, value } = await withdrawing();
  actor.send({ type: 'info.told', info: otherInfo });
  expect(propose()).toBe(otherInfo);
  actor.send({ type: 'cancel.pressed' });
  actor.send({ type: 'info.told', info: null });
  propose();
  expect(value()).toBe('editing');
});

test('the card shows what it had while it is asked for again, and then what it is told', async () => {
  const { actor, load, shown } = await card();
  actor.send({ type: 'data.outdated' });
  expect(shown()).toEqual(['set', info]);
  await load.answer({ info: otherInfo, methods, country: null });
  expect(shown()).toEqual(['set', otherInfo]);
  actor.send({ type: 'data.outdated' });
  await load.answer({ info: null, methods, country: null });
  expect(shown()).toEqual(['missing', null]);
  actor.send({ type: 'data.outdated' });
  expect(shown()).toEqual(['missing', null]);
  await load.fail(offline);
  expect(shown()).toEqual(['missing', null]);
  actor.send({ type: 'info.told', info });
  expect(shown()).toEqual(['set', info]);
  actor.send({ type: 'data.outdated' });
  expect(actor.getSnapshot().value).toBe('renewing');
  await load.fail(timedOut);
  expect([actor.getSnapshot().value, ...shown()]).toEqual(['set', 'set', info]);
});

test('both are told what either of them hears, and look again where the info is shown', () => {
  const told = { type: 'info.told', info: otherInfo };
  const { 'withdrawal.loaded': terms, 'withdrawInfo.loaded': loaded } = routes;
  const balance = '1.0000';
  expect(terms({ type: 'withdrawal.loaded', balance, info: otherInfo }, member)).toContainEqual({
    to: 'withdrawInfo',
    event: told,
  });
  expect(loaded({ type: 'withdrawInfo.loaded', info: otherInfo }, member)).toEqual([
    { to: 'withdrawal', event: told },
  ]);
  const looks = (['mine', 'withdraw', 'tasks'] as const).map((screen) =>
    routes['screen.opened']({ type: 'screen.opened', screen }, member).some(
      (each) => 'to' in each && each.to === 'withdrawInfo' && each.event.type === 'data.outdated',
    ),
  );
  expect(looks).toEqual([true, true, false]);
});
