import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { emailLinkMachine } from './email-link.machine.ts';

type Snapshot = SnapshotFrom<typeof emailLinkMachine>;

export type EmailLinkState = StateValueFrom<typeof emailLinkMachine>;

/** The effect of the link; null: the page was opened without one. */
export const selectLinkKind = ({ context }: Snapshot) => context.link?.kind ?? null;

/** The effect that the link had; null: none yet. */
export const selectUsed = ({ context }: Snapshot) => context.used;
