import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Losses } from '../../contract/deletion.calls.ts';
import { deletionMachine } from '../../machines/deletion.machine.ts';
import { selectIsKept, selectLosses } from '../../machines/deletion.selectors.ts';
import { selectRefusal, selectState } from '../../machines/sheet.selectors.ts';
import { refused } from './samples.ts';
import { clock, scripted } from './scenarios.ts';

const losses: Losses = { balance: '3.4500', coming: '0.5000', friends: 4, held: null };

function start() {
  const load = scripted<Losses, void>();
  const call = scripted<void, void>();
  const forget = scripted<void, void>();
  const time = clock();
  let left = 0;
  const actor = createActor(
    deletionMachine.provide({
      actors: { loadLosses: load.logic, deleteAccount: call.logic, forgetDevice: forget.logic },
      actions: {
        leavePage: () => {
          left += 1;
        },
      },
    }),
    { clock: time },
  ).start();
  const state = () => selectState(actor.getSnapshot());
  return { load, call, forget, time, actor, state, left: () => left };
}

test('a proof is asked for, then the account ends and what the device has', async () => {
  const { load, call, forget, actor, state, left } = start();
  await load.answer(losses);
  expect(selectLosses(actor.getSnapshot())).toEqual(losses);
  actor.send({ type: 'delete.pressed' });
  actor.send({ type: 'confirm.pressed' });
  await call.fail(refused('proof_too_old'));
  expect([state(), selectRefusal(actor.getSnapshot())]).toEqual(['proving', null]);
  actor.send({ type: 'proof.ended', isGiven: false });
  expect(state()).toBe('asking');
  actor.send({ type: 'confirm.pressed' });
  await call.fail(refused('pending_exists'));
  expect(selectRefusal(actor.getSnapshot())).toEqual(refused('pending_exists'));
  actor.send({ type: 'confirm.pressed' });
  await call.fail(refused('proof_too_old'));
  actor.send({ type: 'proof.ended', isGiven: true });
  expect(state()).toBe('deleting');
  await call.answer(undefined);
  expect(state()).toBe('forgetting');
  await forget.answer(undefined);
  expect([state(), selectIsKept(actor.getSnapshot()), left()]).toEqual(['deleted', false, 0]);
  actor.send({ type: 'dialog.closed' });
  expect([state(), left()]).toEqual(['closed', 1]);
  expect(call.inputs()).toHaveLength(4);
});

test('a device that does not answer is waited for no longer than five seconds, and it is said', async () => {
  const { load, call, time, actor, state } = start();
  await load.answer(losses);
  actor.send({ type: 'delete.pressed' });
  actor.send({ type: 'confirm.pressed' });
  await call.answer(undefined);
  time.increment(4_999);
  expect(state()).toBe('forgetting');
  time.increment(1);
  expect([state(), selectIsKept(actor.getSnapshot())]).toEqual(['deleted', true]);
});

test('while a withdrawal is in process nothing is asked', async () => {
  const { load, actor, state } = start();
  await load.answer({ ...losses, held: '2.0000' });
  actor.send({ type: 'delete.pressed' });
  expect(state()).toBe('shown');
});
