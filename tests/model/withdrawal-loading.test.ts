import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { WithdrawalEmitted } from '../../machines/withdrawal/model.ts';
import type { WithdrawalTerms } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { mockRoot } from './mock-root.ts';
import { faulted, offline, signs, terms } from './samples.ts';
import { controlledPromise, silent } from './scenarios.ts';

test('a failed load of the terms is reported unless the device is offline; the next answer clears it', async () => {
  const load = controlledPromise<WithdrawalTerms, unknown>();
  const actors = { loadTerms: load.logic, watchSigns: silent };
  const actor = createActor(withdrawalMachine.provide({ actors }), {
    input: { idPrefix: 'n', permission: 'default', signs, openOffers: [] },
  });
  const news: WithdrawalEmitted[] = [];
  mockRoot<WithdrawalEmitted>(actor, (event) => news.push(event));
  actor.start();
  await load.fail(offline);
  expect([actor.getSnapshot().value, news]).toEqual(['failed', []]);
  actor.send({ type: 'retry.pressed' });
  await load.fail(faulted);
  expect(news).toEqual([{ type: 'withdrawal.failed', failure: faulted }]);
  actor.send({ type: 'retry.pressed' });
  await load.answer(terms());
  const { value, context } = actor.getSnapshot();
  expect([value, context.failure]).toEqual(['editing', null]);
});
