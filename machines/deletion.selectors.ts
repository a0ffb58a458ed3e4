import type { SnapshotFrom } from 'xstate';
import type { deletionMachine } from './deletion.machine.ts';

type Snapshot = SnapshotFrom<typeof deletionMachine>;

/** What would be lost; null: not known. */
export const selectLosses = ({ context }: Snapshot) => context.losses;

/** This device has kept something. */
export const selectIsKept = ({ context }: Snapshot) => context.isKept;
