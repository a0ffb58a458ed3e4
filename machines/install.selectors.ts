import type { SnapshotFrom } from 'xstate';
import type { installMachine } from './install.machine.ts';

type Snapshot = SnapshotFrom<typeof installMachine>;

/** `guiding`: the way to install by hand is shown; `accepted`: said yes, and not there yet. */
export const selectInstallStep = ({ value }: Snapshot) =>
  typeof value === 'string' ? value : 'guiding';

/** The link for another browser is on its way to the clipboard. */
export const selectIsLinkCopying = (snapshot: Snapshot) => snapshot.matches({ guiding: 'copying' });
