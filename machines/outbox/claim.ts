import type { CallFailure } from '../../contract/failure.ts';
import type { tasks } from '../../contract/shapes.ts';

/** What can be claimed, by the calls of the wire, and what each names. */
export type Claimable =
  | { call: 'record' | 'watchAdReward' | 'clickAdReward'; itemId: number }
  /** `videoId`: the clip that was shared; versions of before kept none */
  | { call: 'claimShareReward'; itemId: null; videoId?: number | undefined }
  | { call: 'claimTask'; itemId: (typeof tasks)[number] };

/** What was earned, as the actor that has earned it says; the id names the claim as long as it lives. */
export type EarnedClaim = Claimable & { id: string };

export type NewClaim = EarnedClaim & {
  userId: number;
  /** counts the answers "too early": each needs a fresh idempotency key */
  attempt: number;
};

/** A reward that was earned on this device and must reach the server once. */
export type Claim = NewClaim & {
  /** by the server's clock; null: kept by a version that did not know it */
  earnedAtMs: number | null;
};

export interface ClaimAnswer {
  reward: string;
  balance: string;
  /** paid clips left today; only a clip's answer says so */
  remaining_today?: number | undefined;
}

/** What has become of one claim. */
export type ClaimResult = { id: string } & ({ answer: ClaimAnswer } | { failure: CallFailure });

/** Why what is earned cannot be kept on this device: storage is blocked or broken, or full. */
export type StorageError = 'blocked' | 'full';

/** The key of one attempt: the same for every retry of it. */
export const keyOf = ({ id, attempt }: Pick<Claim, 'id' | 'attempt'>) => `${id}-${attempt}`;
