import type { SnapshotFrom } from 'xstate';
import type { deletionMachine } from './deletion.machine.ts';

type Snapshot = SnapshotFrom<typeof deletionMachine>;

/** The member's losses; null: not known. */
export const selectLosses = ({ context }: Snapshot) => context.losses;

/** This device's data could not all be erased. */
export const selectIsErasureIncomplete = ({ context }: Snapshot) => context.isErasureIncomplete;
