import { assign, type EventObject } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { isRefusedFor, reason } from './failure.ts';
import {
  emptyForm,
  type Fields,
  formSetup,
  formStates,
  onRefused,
  submittedFields,
} from './form.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';

interface Context {
  /** the code of the opened link, stored nowhere else; null: no link, or its code is invalid by now */
  code: string | null;
}

const base = formSetup({
  types: {} as {
    field: 'password';
    sent: { code: string } & Fields<'password'>;
    context: Context;
    events: { type: 'login.pressed' };
  },
  actors: {
    /** takes the code out of the page's address */
    takeCode: notProvided<string | null>('takeCode'),
  },
}).extend({
  guards: {
    hasCode: (_, code: string | null) => code !== null,
    /** the code is unknown, used or too old, or the account blocked: the server does not distinguish */
    isLinkInvalid: (_, failure: CallFailure) =>
      isRefusedFor(failure, 'link_over') ||
      // reason of older servers
      isRefusedFor(failure, 'invalid_credentials'),
  },
  actions: {
    setCode: assign({ code: (_, code: string | null) => code }),
    forgetCode: assign({ code: null }),
    /** checks, when the user goes to the log-in, whether the new password has ended this device's session */
    checkSession: actionNotProvided('checkSession'),
  },
});

/** After a refused password the link can be used again. */
const form = formStates({
  onDone: 'done',
  input: ({ context, event }: { context: Context; event: EventObject }) => ({
    code: context.code as string,
    ...submittedFields<'password'>({ event }),
  }),
  onError: [{ guard: { type: 'isLinkInvalid', params: reason }, target: 'over' }, onRefused],
});

/**
 * Sets a new password by a reset link. Only this machine stores the link's code; no machine stores
 * the password.
 */
export const resetMachine = base.createMachine({
  id: 'reset',
  context: { ...emptyForm, code: null },
  initial: 'opening',
  states: {
    opening: {
      tags: ['busy'],
      invoke: {
        id: 'takeCode',
        src: 'takeCode',
        onDone: [
          {
            guard: { type: 'hasCode', params: output },
            target: 'editing',
            actions: { type: 'setCode', params: output },
          },
          { target: 'missing' },
        ],
        onError: 'missing',
      },
    },
    /** the page was opened without a link, or again after its code was taken from the address */
    missing: {},
    ...form,
    over: { entry: 'forgetCode' },
    done: { entry: 'forgetCode', on: { 'login.pressed': { actions: 'checkSession' } } },
  },
});
