import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { passwordMachine } from './password.machine.ts';

type Snapshot = SnapshotFrom<typeof passwordMachine>;

export type PasswordState = StateValueFrom<typeof passwordMachine>;

export const selectPasswordState = ({ value }: Snapshot): PasswordState => value;

const nothing: Snapshot['context']['missing'] = [];

/** Which fields are to be filled in. */
export const selectMissing = (state: Snapshot) =>
  state.matches('incomplete') ? state.context.missing : nothing;

/** Why the password was not changed; null: it was not refused. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
