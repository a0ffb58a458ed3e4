import { assertEvent, assign, setup } from 'xstate';
import type { Losses } from '../contract/deletion.calls.ts';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** what would be lost, as the server said when it was opened; null: not known */
  losses: Losses | null;
  /** this device kept something, for its browser did not erase it */
  isKept: boolean;
  failure: CallFailure | null;
}

type Submitted = { type: 'delete.submitted'; password: string };
type Event =
  | { type: 'open.pressed' }
  | { type: 'retry.pressed' }
  | { type: 'delete.pressed' }
  | Submitted
  | { type: 'dialog.closed' };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
  },
  actors: {
    loadLosses: notProvided<Losses, void>('loadLosses'),
    deleteAccount: notProvided<void, string>('deleteAccount'),
    forgetDevice: notProvided<void, void>('forgetDevice'),
  },
  delays: { forgetTimeout: 5_000 },
  guards: {
    /** nothing of it is on its way to be paid out */
    isFree: ({ context }) => context.losses?.held === null,
    isGiven: (_, { password }: Submitted) => password !== '',
  },
  actions: {
    setLosses: assign({ losses: (_, losses: Losses) => losses }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    setKept: assign({ isKept: (_, isKept: boolean) => isKept }),
    leavePage: actionNotProvided('leavePage'),
  },
});

const asks = {
  'delete.submitted': [
    {
      guard: { type: 'isGiven', params: ({ event }: { event: Submitted }) => event },
      target: 'sending',
    },
    { target: 'incomplete' },
  ],
  'dialog.closed': 'closed',
} as const;

const lost = failsTo('lost', ['setFailure']);
const fails = failsTo('refused', ['setFailure']);
const deleted = (isKept: boolean) =>
  ({ target: 'deleted', actions: { type: 'setKept', params: isKept } }) as const;

/**
 * The end of an account, by its own person: first what is lost, then the password, then what became of it. It
 * starts as it is opened. The password is kept nowhere.
 */
export const deletionMachine = base.createMachine({
  id: 'deletion',
  context: { losses: null, isKept: false, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadLosses',
        src: 'loadLosses',
        onDone: {
          target: 'shown',
          actions: { type: 'setLosses', params: ({ event }) => event.output },
        },
        onError: lost,
      },
      on: { 'dialog.closed': 'closed' },
    },
    lost: { on: { 'retry.pressed': 'loading', 'dialog.closed': 'closed' } },
    shown: {
      on: {
        'delete.pressed': { guard: 'isFree', target: 'asking' },
        'dialog.closed': 'closed',
      },
    },
    asking: { on: asks },
    incomplete: { on: asks },
    /** not closed before it is known whether there is an account; the call has its own timeout */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'deleteAccount',
        src: 'deleteAccount',
        // straight from the event: a password is kept nowhere
        input: ({ event }) => {
          assertEvent(event, 'delete.submitted');
          return event.password;
        },
        onDone: 'forgetting',
        onError: fails,
      },
    },
    /** where the answer was lost, another try ends the session if the account is gone */
    refused: { on: asks },
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
