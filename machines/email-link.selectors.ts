import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { emailLinkMachine } from './email-link.machine.ts';

type Snapshot = SnapshotFrom<typeof emailLinkMachine>;

export type EmailLinkState = StateValueFrom<typeof emailLinkMachine>;

/** What the link does; null: none came. */
export const selectLinkKind = ({ context }: Snapshot) => context.link?.kind ?? null;

/** What has come of it; null: nothing yet. */
export const selectUsed = ({ context }: Snapshot) => context.used;
