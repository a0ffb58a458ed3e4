import { assertEvent, assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

/** As typed. */
interface Form {
  username: string;
  code: string;
  password: string;
}

interface Context {
  /** fields that were left empty */
  missing: readonly (keyof Form)[];
  failure: CallFailure | null;
}

type Submitted = { type: 'recovery.submitted' } & Form;
type Event = Submitted | { type: 'login.pressed' };

const FIELDS = ['username', 'code', 'password'] as const;
const missingIn = (form: Form) => FIELDS.filter((field) => form[field].trim() === '');

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
  },
  actors: { recoverAccount: notProvided<void, Form>('recoverAccount') },
  guards: { isGiven: (_, form: Form) => missingIn(form).length === 0 },
  actions: {
    setMissing: assign({ missing: (_, form: Form) => missingIn(form) }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    /** a session on this device that the new password has ended */
    checkSession: actionNotProvided('checkSession'),
  },
});

const form = ({ event }: { event: Submitted }) => event;

const asks = {
  'recovery.submitted': [
    { guard: { type: 'isGiven', params: form }, target: 'sending' },
    { target: 'incomplete', actions: { type: 'setMissing', params: form } },
  ],
} as const;

const fails = failsTo('refused', ['setFailure']);

/**
 * A new password by a recovery code: a name, a code and a password, sent, and what became of them. None of the
 * three is kept here.
 */
export const recoverMachine = base.createMachine({
  id: 'recover',
  context: { missing: [], failure: null },
  initial: 'editing',
  states: {
    editing: { on: asks },
    incomplete: { on: asks },
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'recoverAccount',
        src: 'recoverAccount',
        input: ({ event }) => {
          assertEvent(event, 'recovery.submitted');
          const { username, code, password } = event;
          return { username, code, password };
        },
        onDone: 'done',
        onError: fails,
      },
    },
    /** the code is as good as before */
    refused: { on: asks },
    done: { on: { 'login.pressed': { actions: 'checkSession' } } },
  },
});
