import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { forgotMachine } from './forgot.machine.ts';

type Snapshot = SnapshotFrom<typeof forgotMachine>;

export type ForgotState = StateValueFrom<typeof forgotMachine>;

export const selectForgotState = ({ value }: Snapshot): ForgotState => value;

/** Why no link could be asked for; null: it was not refused. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
