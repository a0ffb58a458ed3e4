import { not } from 'xstate';
import { failsTo, reason } from '../failure.ts';
import { output } from '../params.ts';
import { model } from './model.ts';
import type { Ending } from './rules.ts';

const ends = <Guard extends string>(guard: Guard, ending: Ending) =>
  ({
    guard: { type: guard, params: output },
    target: ending === 'paid' ? '#withdrawal.paid' : '#withdrawal.givenBack',
    actions: [
      { type: 'setWithdrawal', params: output },
      { type: 'notifySettled', params: ending },
    ],
  }) as const;

const asks = {
  'cancellation.pressed': {
    guard: 'isCancellable',
    target: 'asking',
    actions: 'beginCancellation',
  },
} as const;

/** What became of it is looked up: it may have been decided on meanwhile. */
const leaves = {
  'cancellation.left': { target: 'waiting', actions: ['clearFailure', 'markOutdated'] },
} as const;

const cancelFails = failsTo('asking', ['setFailure']);

/** Waiting for the operator's decision, asked for again and again while somebody looks. */
export const pending = model.createStateConfig({
  initial: 'waiting',
  states: {
    waiting: {
      always: [
        { guard: not('isVisible'), target: 'hidden' },
        { guard: 'isDue', target: 'checking' },
      ],
      after: { checkPause: 'checking' },
      on: asks,
    },
    hidden: { always: { guard: 'isVisible', target: 'checking' } },
    checking: {
      entry: 'markCurrent',
      on: asks,
      invoke: {
        id: 'checkWithdrawal',
        src: 'checkWithdrawal',
        input: ({ context }) => ({ id: context.withdrawal?.id ?? 0 }),
        onDone: [
          ends('isCancelled', 'cancelled'),
          ends('isPaid', 'paid'),
          ends('isFailed', 'failed'),
          ends('isReturned', 'returned'),
          ends('isRejected', 'rejected'),
          // it may have come a step further
          { target: 'waiting', actions: { type: 'setWithdrawal', params: output } },
        ],
        // the next look may go better, and what is shown stays true
        onError: 'waiting',
      },
    },
    // the last look before the amount comes back
    asking: {
      on: {
        ...leaves,
        'cancellation.confirmed': { target: 'cancelling', actions: 'clearFailure' },
      },
    },
    cancelling: {
      tags: ['busy'],
      invoke: {
        id: 'cancelWithdrawal',
        src: 'cancelWithdrawal',
        input: ({ context }) => ({
          id: context.withdrawal?.id ?? 0,
          key: `${context.idPrefix}-${context.attempt}`,
        }),
        onDone: {
          target: '#withdrawal.givenBack',
          actions: [
            { type: 'setWithdrawal', params: ({ event }) => event.output.withdrawal },
            { type: 'notifyCancelled', params: ({ event }) => event.output.balance },
          ],
        },
        onError: [
          { ...cancelFails, guard: { type: 'isStale', params: reason }, target: 'refused' },
          // nobody knows whether it arrived: the same key asks again, and moves nothing twice
          cancelFails,
        ],
      },
    },
    refused: { on: leaves },
  },
});
