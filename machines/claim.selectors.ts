import type { SnapshotFrom } from 'xstate';
import type { claimMachine } from './claim.machine.ts';

type Snapshot = SnapshotFrom<typeof claimMachine>;

export type ClaimState =
  | Extract<Snapshot['value'], string>
  | keyof Extract<Snapshot['value'], object>;

export const selectClaimState = ({ value }: Snapshot): ClaimState =>
  typeof value === 'string' ? value : 'rewarded';

/** The server has just paid. */
export const selectIsCelebrating = (snapshot: Snapshot): boolean => snapshot.hasTag('celebrating');

/** The server's answer; null until it has paid. */
export const selectAnswer = ({ context }: Snapshot) => context.answer;

/** The reason of a refusal, if any. */
export const selectRefusal = ({ context }: Snapshot) => context.failure;
