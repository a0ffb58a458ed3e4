import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { recoverMachine } from './recover.machine.ts';

type Snapshot = SnapshotFrom<typeof recoverMachine>;

export type RecoverState = StateValueFrom<typeof recoverMachine>;

export const selectRecoverState = ({ value }: Snapshot): RecoverState => value;

const none: Snapshot['context']['missing'] = [];

/** What was left empty. */
export const selectMissing = (state: Snapshot) =>
  state.matches('incomplete') ? state.context.missing : none;

/** Why the password was not taken; null: it was not refused. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
