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

/** What the server has paid; null while it has not. */
export const selectAnswer = ({ context }: Snapshot) => context.answer;

/** Why the server refused, if it did. */
export const selectRefusal = ({ context }: Snapshot) => context.failure;
