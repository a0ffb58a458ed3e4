import type { CallFailure } from '../../contract/failure.ts';
import type { tasks } from '../../contract/shapes.ts';

/** Claims by the call of the contract, each with the id of its item. */
export type Claimable =
  | { call: 'record' | 'watchAdReward' | 'clickAdReward'; itemId: number }
  /** `videoId`: the shared clip; earlier versions did not store it */
  | { call: 'claimShareReward'; itemId: null; videoId?: number | undefined }
  | { call: 'claimTask'; itemId: (typeof tasks)[number] };

/** A claim as its actor makes it; all attempts have the same id. */
export type EarnedClaim = Claimable & { id: string };

export type NewClaim = EarnedClaim & {
  userId: number;
  /** number of the attempt: after "too early" or a pause of rewards the next one has a fresh idempotency key */
  attempt: number;
};

/** A reward that was earned on this device and must reach the server exactly once. */
export type Claim = NewClaim & {
  /** by the server's clock; null: stored by a version without times */
  earnedAtMs: number | null;
};

export interface ClaimAnswer {
  reward: string;
  balance: string;
  /** paid clips left today; only in the answer for a clip */
  remaining_today?: number | undefined;
}

/** Outcome of one claim. */
export type ClaimResult = { id: string } & ({ answer: ClaimAnswer } | { failure: CallFailure });

/** Why claims cannot be persisted on this device: storage is blocked or broken, or full. */
export type StorageError = 'blocked' | 'full';

/** The idempotency key of one attempt: the same for each retry of it. */
export const keyOf = ({ id, attempt }: Pick<Claim, 'id' | 'attempt'>) => `${id}-${attempt}`;
