import type { SnapshotFrom } from 'xstate';
import type { agreementMachine } from './agreement.machine.ts';

type Snapshot = SnapshotFrom<typeof agreementMachine>;

/** Terms are agreed to; that privacy has changed is told. */
export const selectHasTerms = ({ context }: Snapshot) => context.pages.includes('terms:');
export const selectHasPrivacy = ({ context }: Snapshot) => context.pages.includes('privacy:');
