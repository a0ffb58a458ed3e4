import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Withdrawal } from '../../contract/shapes.ts';
import { routes } from '../../machines/app/routes.ts';
import { timedOut } from '../../machines/failure.ts';
import { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';
import { selectInfoStep } from '../../machines/withdraw-info.selectors.ts';
import type { Arrival, WithdrawalTerms } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { selectPayee } from '../../machines/withdrawal/withdrawal.selectors.ts';
import { info, member, methods, offline, otherInfo, refused, signs, terms } from './samples.ts';
import { clock, controlledPromise, silent } from './scenarios.ts';

/** Starts the withdrawal of a member with loaded terms; the test answers its calls. */
async function withdrawing() {
  const load = controlledPromise<WithdrawalTerms, unknown>();
  const submit = controlledPromise<
    { withdrawal: Withdrawal; balance: string },
    { amount: string; payee: typeof info | null; arrival: Arrival | null | undefined; key: string }
  >();
  const actor = createActor(
    withdrawalMachine.provide({
      actors: {
        loadTerms: load.logic,
        submitWithdrawal: submit.logic,
        watchSigns: silent,
      },
    }),
    { clock: clock(), input: { idPrefix: 'n', permission: 'default', signs, openOffers: [] } },
  );
  actor.start();
  await load.answer(terms());
  const propose = (payee: typeof info | null = info) => {
    actor.send({ type: 'amount.changed', text: '7' });
    actor.send({ type: 'withdraw.pressed', payee });
    return selectPayee(actor.getSnapshot());
  };
  return { actor, load, submit, propose, value: () => actor.getSnapshot().value };
}

/** Starts the card of a member with a payout account. */
async function card() {
  type Loaded = { info: typeof info | null; methods: typeof methods; country: string | null };
  const load = controlledPromise<Loaded, { country: string | null }>();
  const actor = createActor(
    withdrawInfoMachine.provide({ actors: { loadWithdrawInfo: load.logic } }),
    { input: { country: null } },
  );
  actor.start();
  await load.answer({ info, methods, country: null });
  const shown = () => [selectInfoStep(actor.getSnapshot()), actor.getSnapshot().context.info];
  return { actor, load, shown };
}

test('a changed payout account is refused, and the new one is shown in the next confirmation', async () => {
  const { actor, load, submit, propose, value } = await withdrawing();
  expect(propose()).toBe(info);
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(refused('wdinfo_changed'));
  expect(value()).toBe('loading');
  await load.answer(terms());
  expect(propose(otherInfo)).toBe(otherInfo);
  actor.send({ type: 'confirm.pressed' });
  expect(submit.inputs()).toEqual([
    { amount: '7', payee: info, key: 'n-1' },
    { amount: '7', payee: otherInfo, key: 'n-2' },
  ]);
});

test('a repeated confirmation is sent with the account that was shown', async () => {
  const { actor, submit, propose } = await withdrawing();
  propose();
  actor.send({ type: 'confirm.pressed' });
  await submit.fail(offline);
  actor.send({ type: 'confirm.pressed' });
  expect(submit.inputs().map(({ payee, key }) => [payee, key])).toEqual([
    [info, 'n-1'],
    [info, 'n-1'],
  ]);
});

test('no confirmation opens without a payout account', async () => {
  const { propose, value } = await withdrawing();
  expect([propose(null), value()]).toEqual([null, 'editing']);
  expect([propose(), value()]).toEqual([info, 'confirming']);
});

test('the card shows the known account while it is loaded again, and then the answer', async () => {
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
  actor.send({ type: 'data.outdated' });
  await load.answer({ info, methods, country: null });
  actor.send({ type: 'data.outdated' });
  expect(actor.getSnapshot().value).toBe('renewing');
  await load.fail(timedOut);
  expect([actor.getSnapshot().value, ...shown()]).toEqual(['set', 'set', info]);
});

test('the payout account is loaded again on the screens that show it, and after it was refused', () => {
  const asks = (commands: ReturnType<(typeof routes)['withdrawal.failed']>) =>
    commands.some(
      (each) => 'to' in each && each.to === 'withdrawInfo' && each.event.type === 'data.outdated',
    );
  const looks = (['mine', 'withdraw', 'tasks'] as const).map((screen) =>
    asks(routes['screen.opened']({ type: 'screen.opened', screen }, member)),
  );
  expect(looks).toEqual([true, true, false]);
  const fails = [refused('wdinfo_changed'), offline].map((failure) =>
    asks(routes['withdrawal.failed']({ type: 'withdrawal.failed', failure }, member)),
  );
  expect(fails).toEqual([true, false]);
});
