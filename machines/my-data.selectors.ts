import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { myDataMachine } from './my-data.machine.ts';

type Snapshot = SnapshotFrom<typeof myDataMachine>;

export type MyDataState = StateValueFrom<typeof myDataMachine>;

export const selectMyDataState = ({ value }: Snapshot): MyDataState => value;

/** Which file is on its way; null: none is. */
export const selectSaving = (state: Snapshot) =>
  state.matches('saving') ? state.context.format : null;

/** Why there is no file; null: nothing went wrong. */
export const selectFailure = (state: Snapshot) =>
  state.matches('failed') ? state.context.failure : null;
