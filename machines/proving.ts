import type { CallFailure } from '../contract/failure.ts';
import { isRefusedFor, reason } from './failure.ts';
import { formStates, onRefused, onSubmitted } from './form.ts';

/** The result for the machine that asked for a proof. */
export interface ProofEnded {
  type: 'proof.ended';
  isGiven: boolean;
}

/** Guards of a machine whose call may be refused until a proof of identity was given. */
export const provingGuards = {
  needsProof: (_: unknown, failure: CallFailure) => isRefusedFor(failure, 'proof_too_old'),
  isGiven: (_: unknown, isGiven: boolean) => isGiven,
};

/** Part of the call's `onError`: in `proving`, the sheet that asks for the proof is open. */
export const needsProof = {
  guard: { type: 'needsProof', params: reason },
  target: 'proving',
} as const;

/** Transitions after the sheet of the proof has closed: the user has given a proof, or declined. */
export const onProofEnded = <const Given extends string, const Declined extends string>(
  given: Given,
  declined: Declined,
) =>
  ({
    'proof.ended': [
      {
        guard: { type: 'isGiven', params: ({ event }: { event: ProofEnded }) => event.isGiven },
        target: given,
      },
      { target: declined },
    ],
  }) as const;

interface ProvenForm<Done, On> {
  onDone: Done;
  on: On;
}

/** States of a form whose call may require a proof; the form stays open behind the sheet that asks for it. */
export function provenFormStates<const Done, const On>({ onDone, on }: ProvenForm<Done, On>) {
  return {
    ...formStates({ onDone, on, onError: [needsProof, onRefused] }),
    proving: { on: { ...onSubmitted, ...onProofEnded('proven', 'editing'), ...on } },
    /** the typed values are only in the form, which submits them again at once */
    proven: { on: { ...onSubmitted, ...on } },
  } as const;
}
