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
  /** of the link that was opened, kept here alone; null: none came, or it is good for nothing more */
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
    /** out of the page’s address */
    takeCode: notProvided<string | null>('takeCode'),
  },
}).extend({
  guards: {
    hasCode: (_, code: string | null) => code !== null,
    /** the code is unknown, used or too old: the server tells no difference */
    isOver: (_, failure: CallFailure) =>
      isRefusedFor(failure, 'link_over') ||
      // as older servers say it
      isRefusedFor(failure, 'invalid_credentials'),
  },
  actions: {
    setCode: assign({ code: (_, code: string | null) => code }),
    forgetCode: assign({ code: null }),
    /** a session on this device that the new password has ended: it is noticed now, not at the next reward */
    checkSession: actionNotProvided('checkSession'),
  },
});

/** The link is as good as before where the password was refused. */
const form = formStates({
  onDone: 'done',
  input: ({ context, event }: { context: Context; event: EventObject }) => ({
    code: context.code as string,
    ...submittedFields<'password'>({ event }),
  }),
  onError: [{ guard: { type: 'isOver', params: reason }, target: 'over' }, onRefused],
});

/**
 * A new password by the link that the operator has sent: chosen, sent, and what became of it. The
 * link's code is known to this machine alone, and the password to none.
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
