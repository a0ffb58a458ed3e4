import type { SnapshotFrom } from 'xstate';
import type { myDataMachine } from './my-data.machine.ts';

type Snapshot = SnapshotFrom<typeof myDataMachine>;

/** The format of the file being saved; null: none. */
export const selectSaving = (state: Snapshot) =>
  state.matches('saving') ? state.context.format : null;

/** Why the file could not be saved; null: no failure. */
export const selectFailure = (state: Snapshot) =>
  state.matches('failed') ? state.context.failure : null;
