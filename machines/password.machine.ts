import { assertEvent, assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

/** As typed. */
interface Passwords {
  password: string;
  newPassword: string;
}

interface Context {
  /** fields that were left empty */
  missing: readonly (keyof Passwords)[];
  failure: CallFailure | null;
}

type Event =
  | { type: 'open.pressed' }
  | ({ type: 'change.submitted' } & Passwords)
  | { type: 'dialog.closed' };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
  },
  actors: { changePassword: notProvided<void, Passwords>('changePassword') },
  guards: {
    isGiven: (_, { password, newPassword }: Passwords) => password !== '' && newPassword !== '',
  },
  actions: {
    setMissing: assign({
      missing: (_, given: Passwords) =>
        (['password', 'newPassword'] as const).filter((field) => given[field] === ''),
    }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const given = ({ event }: { event: Passwords }) => event;

const asks = {
  'change.submitted': [
    { guard: { type: 'isGiven', params: given }, target: 'sending' },
    { target: 'incomplete', actions: { type: 'setMissing', params: given } },
  ],
  'dialog.closed': 'closed',
} as const;

const fails = failsTo('refused', ['setFailure']);

/**
 * Another password, by whoever knows the present one: typed, sent, and what became of it. It starts as
 * it is opened. Neither password is kept here.
 */
export const passwordMachine = base.createMachine({
  id: 'password',
  context: { missing: [], failure: null },
  initial: 'editing',
  states: {
    editing: { on: asks },
    incomplete: { on: asks },
    /** not closed before it is known which password is good; the call has its own timeout */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        // straight from the event: a password is kept nowhere
        input: ({ event }) => {
          assertEvent(event, 'change.submitted');
          return { password: event.password, newPassword: event.newPassword };
        },
        onDone: 'done',
        onError: fails,
      },
    },
    /** the present password is as good as before */
    refused: { on: asks },
    done: { on: { 'dialog.closed': 'closed' } },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
