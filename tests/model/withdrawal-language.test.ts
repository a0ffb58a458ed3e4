import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { WithdrawalTerms } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { signs } from './samples.ts';
import { controlledPromise, silent } from './scenarios.ts';

test('in another language a readable amount keeps its value, and an unreadable text is read again', () => {
  const load = controlledPromise<WithdrawalTerms, unknown>();
  const actors = { loadTerms: load.logic, watchSigns: silent };
  const input = { idPrefix: 'n', permission: 'default', signs, openOffers: [] } as const;
  const actor = createActor(withdrawalMachine.provide({ actors }), { input }).start();
  const german = { group: '.', decimal: ',' };
  const typed = (text: string) => {
    actor.send({ type: 'signs.changed', signs });
    actor.send({ type: 'amount.changed', text });
    const { amount } = actor.getSnapshot().context;
    actor.send({ type: 'signs.changed', signs: german });
    const { typed: kept, amount: after } = actor.getSnapshot().context;
    return [amount, kept, after];
  };
  expect(['7.125', '7,5', '1,000', 'seven', '12 500,25'].map(typed)).toEqual([
    ['7.125', null, '7.125'],
    ['7.5', '7,5', '7.5'],
    ['1000', null, '1000'],
    ['', 'seven', ''],
    ['12500.25', '12 500,25', '12500.25'],
  ]);
  const french = { group: '\u202f', decimal: ',' };
  actor.send({ type: 'signs.changed', signs: french });
  actor.send({ type: 'amount.changed', text: '1.250' });
  const unread = actor.getSnapshot().context.amount;
  actor.send({ type: 'signs.changed', signs: german });
  expect([unread, actor.getSnapshot().context.amount]).toEqual(['', '1250']);
});
