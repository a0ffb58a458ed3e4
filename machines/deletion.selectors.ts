import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { deletionMachine } from './deletion.machine.ts';

type Snapshot = SnapshotFrom<typeof deletionMachine>;

export type DeletionState = StateValueFrom<typeof deletionMachine>;

export const selectDeletionState = ({ value }: Snapshot): DeletionState => value;

/** What would be lost; null: not known. */
export const selectLosses = ({ context }: Snapshot) => context.losses;

/** Why it is not known what would be lost. */
export const selectLoss = (state: Snapshot) =>
  state.matches('lost') ? state.context.failure : null;

/** Why the account was not deleted; null: nothing went wrong. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;

/** This device has kept something. */
export const selectIsKept = ({ context }: Snapshot) => context.isKept;
