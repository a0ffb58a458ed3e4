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

/** The request is checked at once: it may have been decided meanwhile. */
const leaves = {
  'cancellation.left': { target: 'waiting', actions: ['clearFailure', 'markOutdated'] },
} as const;

const cancelFails = failsTo('asking', ['setFailure']);

/** A pending request: its status is checked repeatedly while the screen is visible. */
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
          // its step may have changed
          { target: 'waiting', actions: { type: 'setWithdrawal', params: output } },
        ],
        // the next check may succeed, and the shown status stays true
        onError: 'waiting',
      },
    },
    // the last confirmation before the amount is returned
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
          {
            ...cancelFails,
            guard: { type: 'areTermsOutdated', params: reason },
            target: 'refused',
          },
          // unknown whether the call arrived: a retry under the same key moves no money twice
          cancelFails,
        ],
      },
    },
    refused: { on: leaves },
  },
});
