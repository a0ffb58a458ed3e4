import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { recoveryMachine } from './recovery.machine.ts';

type Snapshot = SnapshotFrom<typeof recoveryMachine>;

export type RecoveryState = StateValueFrom<typeof recoveryMachine>;

export const selectRecoveryState = ({ value }: Snapshot): RecoveryState => value;

export const selectCodes = ({ context }: Snapshot) => context.codes;

/** Why there are no new codes; null: it was not refused. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
