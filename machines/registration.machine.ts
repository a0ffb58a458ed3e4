import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { UserInfo } from '../contract/shapes.ts';
import type { RegisterForm } from './auth/credentials.ts';
import { failsTo, reason } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** The new user, or the failure. */
export type RegistrationEnd = UserInfo | CallFailure;

interface Context {
  /** with its password, until this actor stops */
  form: RegisterForm;
  /** the server's challenge for a proof of work */
  challenge: string;
  /** empty: none was required yet */
  proof: string;
  proofs: number;
  user: UserInfo | null;
  failure: CallFailure;
}

/** A second proof is allowed, as a phone may have been suspended until its first one expired. */
const MAX_PROOFS = 2;

/** The device could not make its proof: no workers, no memory, too slow. */
const unable: CallFailure = { kind: 'refused', reason: 'proof_needed' };

const challengeOf = (failure: CallFailure) =>
  failure.kind === 'refused' && failure.reason === 'proof_needed' ? failure.challenge : undefined;

const base = setup({
  types: {} as {
    context: Context;
    input: { form: RegisterForm };
    output: RegistrationEnd;
    tags: Tag;
  },
  actors: {
    /** one attempt; sending the same form again logs in to the account that the first attempt made */
    sendForm: notProvided<UserInfo, { form: RegisterForm; proof: string }>('sendForm'),
    solve: notProvided<string, { challenge: string }>('solve'),
  },
  // a browser without an optimizing compiler takes seconds for one try, and a slow phone takes longer
  delays: { proofTimeout: 120_000 },
  guards: {
    isProofDue: ({ context }, failure: CallFailure) =>
      context.proofs < MAX_PROOFS && challengeOf(failure) !== undefined,
  },
  actions: {
    setChallenge: assign({
      challenge: (_, failure: CallFailure) => challengeOf(failure) as string,
    }),
    setProof: assign({
      proof: (_, proof: string) => proof,
      proofs: ({ context }) => context.proofs + 1,
    }),
    setUser: assign({ user: (_, user: UserInfo) => user }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const refused = failsTo('refused', ['setFailure']);

/**
 * One registration: the form is sent, and sent again with a proof of work by this device if many accounts were
 * registered from its block of IP addresses.
 */
export const registrationMachine = base.createMachine({
  id: 'registration',
  context: ({ input }) => ({
    ...{ form: input.form, challenge: '', proof: '', proofs: 0, user: null },
    failure: unable,
  }),
  output: ({ context: { user, failure } }) => user ?? failure,
  initial: 'sending',
  states: {
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'sendForm',
        src: 'sendForm',
        input: ({ context: { form, proof } }) => ({ form, proof }),
        onDone: { target: 'entered', actions: { type: 'setUser', params: output } },
        onError: [
          {
            guard: { type: 'isProofDue', params: reason },
            target: 'proving',
            actions: { type: 'setChallenge', params: reason },
          },
          refused,
        ],
      },
    },
    /** takes up to a second with optimized JavaScript, and is shown */
    proving: {
      tags: ['busy'],
      invoke: {
        id: 'solve',
        src: 'solve',
        input: ({ context: { challenge } }) => ({ challenge }),
        onDone: { target: 'sending', actions: { type: 'setProof', params: output } },
        // the user could do nothing about the reason
        onError: 'refused',
      },
      after: { proofTimeout: 'refused' },
    },
    entered: { type: 'final' },
    refused: { type: 'final' },
  },
});
