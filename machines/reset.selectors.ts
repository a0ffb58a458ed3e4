import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { resetMachine } from './reset.machine.ts';

type Snapshot = SnapshotFrom<typeof resetMachine>;

export type ResetState = StateValueFrom<typeof resetMachine>;

export const selectResetState = ({ value }: Snapshot): ResetState => value;

/** Why the password was not taken, where the link is still good; null: it was not refused. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
