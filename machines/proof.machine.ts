import { assign } from 'xstate';
import { failsTo } from './failure.ts';
import { emptyForm, formSetup, formStates, onSubmitted } from './form.ts';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';

/** Who may wait for a proof: the one that asked for it hears of it, and nobody else. */
export type ProofRecipient =
  | 'withdrawInfo'
  | 'passkeys'
  | 'emailChange'
  | 'password'
  | 'sessions'
  | 'deletion';

interface Context {
  /** what a passkey is to sign, of the server; null: there is none, or it is not known */
  options: string | null;
  recipient: ProofRecipient;
}

type Event =
  | { type: 'proof.requested'; recipient: ProofRecipient }
  | { type: 'passkey.pressed' }
  | { type: 'dialog.closed' };

/** Whoever is to show that it is them has, or does not want to: who waits for it goes on, or does not. */
export interface ProofEmitted {
  type: 'proof.ended';
  isGiven: boolean;
  recipient: ProofRecipient;
}

const base = formSetup({
  types: {} as {
    field: 'password';
    context: Context;
    events: Event;
    input: Pick<Context, 'recipient'>;
  },
  actors: {
    askOptions: notProvided<string | null, void>('askOptions'),
    /** by the browser's own dialog */
    choose: notProvided<string, string>('choose'),
    sendSigned: notProvided<void, string>('sendSigned'),
  },
}).extend({
  guards: {
    hasOptions: ({ context }) => context.options !== null,
    hasFailed: ({ context }) => context.failure !== null,
  },
  actions: {
    setOptions: assign({ options: (_, options: string | null) => options }),
    forget: assign({ ...emptyForm, options: null }),
    setRecipient: assign({ recipient: (_, recipient: ProofRecipient) => recipient }),
    notifyEnded: notify(({ context: { recipient } }, isGiven: boolean) => ({
      type: 'proof.ended',
      isGiven,
      recipient,
    })),
  },
});

const ends = <const Given extends boolean>(params: Given) =>
  ({ target: 'closed', actions: { type: 'notifyEnded', params } }) as const;
const given = ends(true);
const onClosed = { 'dialog.closed': ends(false) } as const;
const asks = {
  'passkey.pressed': { guard: 'hasOptions', target: 'choosing' },
  ...onClosed,
} as const;
const setOptions = { type: 'setOptions', params: output } as const;

/**
 * Has whoever is logged in show that the account is theirs, by the password or by a passkey, before something goes on
 * that asks for it. The password is kept nowhere. It starts as it is opened.
 */
export const proofMachine = base.createMachine({
  id: 'proof',
  context: ({ input }) => ({ ...emptyForm, options: null, recipient: input.recipient }),
  initial: 'asking',
  states: {
    asking: {
      tags: ['busy'],
      invoke: {
        id: 'askOptions',
        src: 'askOptions',
        onDone: [
          { guard: 'hasFailed', target: 'refused', actions: setOptions },
          { target: 'editing', actions: setOptions },
        ],
        // the password is asked for alone
        onError: [{ guard: 'hasFailed', target: 'refused' }, { target: 'editing' }],
      },
      on: onClosed,
    },
    ...formStates({ onDone: given, on: asks }),
    choosing: {
      tags: ['busy'],
      invoke: {
        id: 'choose',
        src: 'choose',
        input: ({ context }) => context.options as string,
        onDone: 'signing',
        onError: 'unused',
      },
      on: onClosed,
    },
    /** whoever was asked wanted none, or has none here */
    unused: { on: { ...onSubmitted, 'passkey.pressed': 'choosing', ...onClosed } },
    signing: {
      tags: ['busy'],
      invoke: {
        id: 'sendSigned',
        src: 'sendSigned',
        input: ({ event }) => (event as unknown as { output: string }).output,
        onDone: given,
        // the options are used up by it
        onError: failsTo('asking', ['setFailure'], ['forget']),
      },
    },
    closed: {
      entry: 'forget',
      on: {
        'proof.requested': {
          target: 'asking',
          actions: { type: 'setRecipient', params: ({ event }) => event.recipient },
        },
      },
    },
  },
});
