import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { emailLinkMachine } from './email-link.machine.ts';

type Snapshot = SnapshotFrom<typeof emailLinkMachine>;

export type EmailLinkState = StateValueFrom<typeof emailLinkMachine>;

/** What the link does; null: none came. */
export const selectLinkKind = ({ context }: Snapshot) => context.link?.kind ?? null;

/** What has come of it; null: nothing yet. */
export const selectUsed = ({ context }: Snapshot) => context.used;

/** Why it was not used, where it is still good; null: it was not refused. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
