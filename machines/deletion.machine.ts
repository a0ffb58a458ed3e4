import { assign } from 'xstate';
import type { Losses } from '../contract/deletion.calls.ts';
import { emptyForm, formSetup, formStates } from './form.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { loadStates, onClosed } from './sheet.ts';

interface Context {
  /** what would be lost, as the server said when it was opened; null: not known */
  losses: Losses | null;
  /** this device kept something, for its browser did not erase it */
  isKept: boolean;
}

type Event =
  | { type: 'open.pressed' }
  | { type: 'retry.pressed' }
  | { type: 'delete.pressed' }
  | { type: 'dialog.closed' };

const base = formSetup({
  types: {} as { field: 'password'; context: Context; events: Event },
  actors: {
    loadLosses: notProvided<Losses, void>('loadLosses'),
    forgetDevice: notProvided<void, void>('forgetDevice'),
  },
}).extend({
  delays: { forgetTimeout: 5_000 },
  guards: {
    /** nothing of it is on its way to be paid out */
    isFree: ({ context }) => context.losses?.held === null,
  },
  actions: {
    setLosses: assign({ losses: (_, losses: Losses) => losses }),
    setKept: assign({ isKept: (_, isKept: boolean) => isKept }),
    leavePage: actionNotProvided('leavePage'),
  },
});

const onLoaded = {
  target: 'shown',
  actions: {
    type: 'setLosses',
    params: ({ event }: { event: { output: Losses } }) => event.output,
  },
} as const;
const deleted = (isKept: boolean) =>
  ({ target: 'deleted', actions: { type: 'setKept', params: isKept } }) as const;

/**
 * The end of an account, by its own person: first what is lost, then the password, then what became of it. It
 * starts as it is opened. The password is kept nowhere.
 */
export const deletionMachine = base.createMachine({
  id: 'deletion',
  context: { ...emptyForm, losses: null, isKept: false },
  initial: 'loading',
  states: {
    ...loadStates('loadLosses', onLoaded),
    shown: { on: { 'delete.pressed': { guard: 'isFree', target: 'editing' }, ...onClosed } },
    // not closed before it is known whether there is an account; where the answer was lost, another try ends the
    // session if the account is gone
    ...formStates({ onDone: 'forgetting', on: onClosed }),
    /** the account is gone; now what this device has of it */
    forgetting: {
      tags: ['busy'],
      invoke: {
        id: 'forgetDevice',
        src: 'forgetDevice',
        onDone: deleted(false),
        onError: deleted(true),
      },
      after: { forgetTimeout: deleted(true) },
    },
    deleted: { on: { 'dialog.closed': { target: 'closed', actions: 'leavePage' } } },
    closed: { on: { 'open.pressed': 'loading' } },
  },
});
