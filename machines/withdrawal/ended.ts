import type { WithdrawInfo } from '../../contract/shapes.ts';
import { failsTo } from '../failure.ts';
import { output } from '../params.ts';
import { model } from './model.ts';

export const payee = ({ event }: { event: { payee: WithdrawInfo | null } }) => event.payee;
/** Stores the loaded terms, and reports the balance in them to other machines. */
export const storeTerms = [
  { type: 'setTerms', params: output },
  { type: 'notifyLoaded', params: output },
] as const;

const done = { 'done.pressed': { target: 'loading', actions: 'forgetWithdrawal' } } as const;

/** The withdrawal was paid. */
export const paid = model.createStateConfig({ tags: ['settled'], on: done });

/** The amount was returned to the balance. A wrong account can be corrected and the amount sent again. */
export const givenBack = model.createStateConfig({
  tags: ['settled'],
  on: {
    ...done,
    'correction.pressed': {
      guard: { type: 'isCorrectable', params: ({ context }) => context.withdrawal },
      actions: { type: 'setFaulty', params: payee },
    },
    'again.pressed': {
      guard: { type: 'isCorrected', params: payee },
      target: 'resending',
      actions: { type: 'restoreReturnedAmount', params: payee },
    },
  },
});

/** Loads the terms again, as they may have changed: the amount is then confirmed, or the form shows the problem. */
export const resending = model.createStateConfig({
  tags: ['settled', 'busy'],
  entry: 'markCurrent',
  invoke: {
    id: 'loadTerms',
    src: 'loadTerms',
    onDone: [
      {
        guard: { type: 'canRequestAgain', params: output },
        target: 'confirming',
        actions: [...storeTerms, 'beginNextAttempt'],
      },
      { target: 'deciding', actions: [...storeTerms, 'setProblem'] },
    ],
    onError: failsTo('givenBack', ['notifyFailed']),
  },
});
