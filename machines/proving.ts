import type { CallFailure } from '../contract/failure.ts';
import { isRefusedFor, reason } from './failure.ts';
import { formStates, onRefused, onSubmitted } from './form.ts';

/** What the one that asked for a proof hears. */
export interface ProofEnded {
  type: 'proof.ended';
  isGiven: boolean;
}

/** The guards of a machine whose call may be refused until a proof of identity was given. */
export const provingGuards = {
  needsProof: (_: unknown, failure: CallFailure) => isRefusedFor(failure, 'proof_too_old'),
  isGiven: (_: unknown, isGiven: boolean) => isGiven,
};

/** Of the call's `onError`: in `proving` the sheet is open that asks for the proof. */
export const needsProof = {
  guard: { type: 'needsProof', params: reason },
  target: 'proving',
} as const;

/** What follows from the sheet's end: given, or not wanted. */
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

/** The states of a form whose call may ask for a proof; the form stays behind the sheet that asks. */
export function provenFormStates<const Done, const On>({ onDone, on }: ProvenForm<Done, On>) {
  return {
    ...formStates({ onDone, on, onError: [needsProof, onRefused] }),
    proving: { on: { ...onSubmitted, ...onProofEnded('proven', 'editing'), ...on } },
    /** what was typed is kept in the form alone, which is sent again at once */
    proven: { on: { ...onSubmitted, ...on } },
  } as const;
}
