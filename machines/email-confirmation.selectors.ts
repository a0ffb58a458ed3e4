import type { SnapshotFrom } from 'xstate';
import type { emailConfirmationMachine } from './email-confirmation.machine.ts';

type Snapshot = SnapshotFrom<typeof emailConfirmationMachine>;

export const selectConfirmation = ({ value }: Snapshot) => value;
export const selectPresentEmail = ({ context }: Snapshot) => context.present;
/** Why the e-mail could not be loaded, or the link could not be sent. */
export const selectEmailFailure = ({ context, value }: Snapshot) =>
  value === 'lost' || value === 'refused' ? context.failure : null;
