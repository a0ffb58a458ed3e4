import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { emailLinkMachine } from './email-link.machine.ts';

type Snapshot = SnapshotFrom<typeof emailLinkMachine>;

export type EmailLinkState = StateValueFrom<typeof emailLinkMachine>;

/** The effect that the link is for; null: the page was opened without a link, or has not read it yet. */
export const selectLinkKind = ({ context }: Snapshot) => context.link?.kind ?? null;

/** The effect that the link had when it was used; null: not used yet. */
export const selectUsed = ({ context }: Snapshot) => context.used;
