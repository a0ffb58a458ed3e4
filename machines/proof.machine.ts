import { assign } from 'xstate';
import { failsTo } from './failure.ts';
import { emptyForm, formSetup, formStates, onSubmitted } from './form.ts';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';

/** The machines that may ask for a proof; only the machine that asked gets the result. */
export type ProofRecipient =
  | 'withdrawInfo'
  | 'passkeys'
  | 'emailChange'
  | 'password'
  | 'sessions'
  | 'deletion';

interface Context {
  /** the server's challenge for a passkey to sign; null: no passkey, or none known */
  options: string | null;
  recipient: ProofRecipient;
}

type Event =
  | { type: 'proof.requested'; recipient: ProofRecipient }
  | { type: 'passkey.pressed' }
  | { type: 'dialog.closed' };

/** The user has proved their identity, or declined: the recipient repeats its call, or does not. */
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
    /** lets the user choose in the browser's own dialog */
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
 * A proof of identity, by the password or a passkey, which some calls require of a logged-in user. The password is not
 * stored. It starts when its sheet opens.
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
        // without a challenge for a passkey, only the password can be the proof
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
    /** the user has declined, or has no passkey here */
    unused: { on: { ...onSubmitted, 'passkey.pressed': 'choosing', ...onClosed } },
    signing: {
      tags: ['busy'],
      invoke: {
        id: 'sendSigned',
        src: 'sendSigned',
        input: ({ event }) => (event as unknown as { output: string }).output,
        onDone: given,
        // a failed signature has used up the challenge
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
