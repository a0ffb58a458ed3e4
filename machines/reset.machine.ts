import { assertEvent, assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** of the link that was opened, kept here alone; null: none came, or it is good for nothing more */
  code: string | null;
  failure: CallFailure | null;
}

type Event = { type: 'password.submitted'; password: string } | { type: 'login.pressed' };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
  },
  actors: {
    /** out of the page’s address */
    takeCode: notProvided<string | null>('takeCode'),
    resetPassword: notProvided<void, { code: string; password: string }>('resetPassword'),
  },
  guards: {
    hasCode: (_, code: string | null) => code !== null,
    isGiven: (_, password: string) => password !== '',
    /** the code is unknown, used or too old: the server tells no difference */
    isOver: (_, failure: CallFailure) =>
      isRefusedFor(failure, 'link_over') ||
      // as servers of before say it
      isRefusedFor(failure, 'invalid_credentials'),
  },
  actions: {
    setCode: assign({ code: (_, code: string | null) => code }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    forgetCode: assign({ code: null }),
    /** a session on this device that the new password has ended: it is noticed now, not at the next reward */
    checkSession: actionNotProvided('checkSession'),
  },
});

const code = ({ event }: { event: { output: string | null } }) => event.output;
const password = ({ event }: { event: { password: string } }) => event.password;

const onSubmitted = {
  'password.submitted': [
    { guard: { type: 'isGiven', params: password }, target: 'sending' },
    { target: 'incomplete' },
  ],
} as const;

/**
 * A new password by the link that the operator has sent: chosen, sent, and what became of it. The
 * link's code is known to this machine alone, and the password to none.
 */
export const resetMachine = base.createMachine({
  id: 'reset',
  context: { code: null, failure: null },
  initial: 'opening',
  states: {
    opening: {
      tags: ['busy'],
      invoke: {
        id: 'takeCode',
        src: 'takeCode',
        onDone: [
          {
            guard: { type: 'hasCode', params: code },
            target: 'editing',
            actions: { type: 'setCode', params: code },
          },
          { target: 'missing' },
        ],
        onError: 'missing',
      },
    },
    /** the page was opened without a link, or again after its code was taken from the address */
    missing: {},
    editing: { on: onSubmitted },
    incomplete: { on: onSubmitted },
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        // straight from the event: a password is kept nowhere
        input: ({ event, context }) => {
          assertEvent(event, 'password.submitted');
          return { code: context.code as string, password: event.password };
        },
        onDone: 'done',
        onError: [
          { guard: { type: 'isOver', params: reason }, target: 'over' },
          failsTo('refused', ['setFailure']),
        ],
      },
    },
    /** the link is as good as before */
    refused: { on: onSubmitted },
    over: { entry: 'forgetCode' },
    done: {
      entry: 'forgetCode',
      on: { 'login.pressed': { actions: 'checkSession' } },
    },
  },
});
