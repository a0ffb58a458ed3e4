import type { SnapshotFrom } from 'xstate';
import type { deletionMachine } from './deletion.machine.ts';

type Snapshot = SnapshotFrom<typeof deletionMachine>;

/** What would be lost; null: not known. */
export const selectLosses = ({ context }: Snapshot) => context.losses;

/** Why it is not known what would be lost. */
export const selectLoss = (state: Snapshot) =>
  state.matches('lost') ? state.context.failure : null;

/** This device has kept something. */
export const selectIsKept = ({ context }: Snapshot) => context.isKept;
