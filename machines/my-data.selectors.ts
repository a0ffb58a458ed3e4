import type { SnapshotFrom } from 'xstate';
import type { myDataMachine } from './my-data.machine.ts';

type Snapshot = SnapshotFrom<typeof myDataMachine>;

/** Which file is on its way; null: none is. */
export const selectSaving = (state: Snapshot) =>
  state.matches('saving') ? state.context.format : null;

/** Why there is no file; null: nothing went wrong. */
export const selectFailure = (state: Snapshot) =>
  state.matches('failed') ? state.context.failure : null;
