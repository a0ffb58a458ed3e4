import { assertEvent, assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** as long as they are shown */
  codes: readonly string[];
  failure: CallFailure | null;
}

type Submitted = { type: 'codes.submitted'; password: string };
type Event =
  | { type: 'open.pressed' }
  | Submitted
  | { type: 'print.pressed' }
  | { type: 'dialog.closed' };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
  },
  actors: { makeCodes: notProvided<readonly string[], string>('makeCodes') },
  guards: { isGiven: (_, { password }: Submitted) => password !== '' },
  actions: {
    setCodes: assign({ codes: (_, codes: readonly string[]) => codes }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    forgetCodes: assign({ codes: [] }),
    print: actionNotProvided('print'),
  },
});

const asks = {
  'codes.submitted': [
    {
      guard: { type: 'isGiven', params: ({ event }: { event: Submitted }) => event },
      target: 'sending',
    },
    { target: 'incomplete' },
  ],
  'dialog.closed': 'closed',
} as const;

const fails = failsTo('refused', ['setFailure']);

/**
 * Codes by which a person gets back in: the password, and then the codes, once. They are kept as long as they are
 * shown, the password nowhere. It starts as it is opened.
 */
export const recoveryMachine = base.createMachine({
  id: 'recovery',
  context: { codes: [], failure: null },
  initial: 'editing',
  states: {
    editing: { on: asks },
    incomplete: { on: asks },
    /** not closed before it is known which codes are good; the call has its own timeout */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'makeCodes',
        src: 'makeCodes',
        input: ({ event }) => {
          assertEvent(event, 'codes.submitted');
          return event.password;
        },
        onDone: {
          target: 'shown',
          actions: { type: 'setCodes', params: ({ event }) => event.output },
        },
        onError: fails,
      },
    },
    /** codes of before are perhaps over, where the answer was lost */
    refused: { on: asks },
    shown: {
      exit: 'forgetCodes',
      on: { 'print.pressed': { actions: 'print' }, 'dialog.closed': 'closed' },
    },
    closed: { on: { 'open.pressed': 'editing' } },
  },
});
