import type { SnapshotFrom } from 'xstate';
import type { agreementMachine } from './agreement.machine.ts';

type Snapshot = SnapshotFrom<typeof agreementMachine>;

/** Members agree to the terms, but are only informed of a new privacy policy. */
export const selectHasTerms = ({ context }: Snapshot) => context.pages.includes('terms:');
export const selectHasPrivacy = ({ context }: Snapshot) => context.pages.includes('privacy:');
