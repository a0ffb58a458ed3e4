import type { Withdrawal } from '../../contract/shapes.ts';
import { model } from './model.ts';
import type { Ending } from './rules.ts';

const found = ({ event }: { event: { output: Withdrawal } }) => event.output;

const ends = <Guard extends string>(guard: Guard, ending: Ending) =>
  ({
    guard: { type: guard, params: found },
    target: ending === 'paid' ? '#withdrawal.paid' : '#withdrawal.givenBack',
    actions: [
      { type: 'setWithdrawal', params: found },
      { type: 'notifySettled', params: ending },
    ],
  }) as const;

/** Waiting for the operator's decision, asked for again and again while somebody looks. */
export const pending = model.createStateConfig({
  initial: 'waiting',
  states: {
    waiting: {
      always: [
        { guard: 'isUnseen', target: 'unseen' },
        { guard: 'isDue', target: 'checking' },
      ],
      after: { checkPause: 'checking' },
    },
    unseen: { always: { guard: 'isSeen', target: 'checking' } },
    checking: {
      entry: 'markCurrent',
      invoke: {
        id: 'checkWithdrawal',
        src: 'checkWithdrawal',
        input: ({ context }) => ({ id: context.withdrawal?.id ?? 0 }),
        onDone: [
          ends('isPaid', 'paid'),
          ends('isFailed', 'failed'),
          ends('isReturned', 'returned'),
          ends('isRejected', 'rejected'),
          // it may have come a step further
          { target: 'waiting', actions: { type: 'setWithdrawal', params: found } },
        ],
        // the next look may go better, and what is shown stays true
        onError: 'waiting',
      },
    },
  },
});
