import type { SnapshotFrom } from 'xstate';
import type { proofMachine } from './proof.machine.ts';

type Snapshot = SnapshotFrom<typeof proofMachine>;

/** Whether the user has a passkey to sign with. */
export const selectHasPasskey = ({ context }: Snapshot) => context.options !== null;

/** Whether a passkey is being used. */
export const selectIsChoosing = (state: Snapshot) =>
  state.matches('choosing') || state.matches('signing');
