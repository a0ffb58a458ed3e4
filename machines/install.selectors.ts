import type { SnapshotFrom } from 'xstate';
import type { installMachine } from './install.machine.ts';

type Snapshot = SnapshotFrom<typeof installMachine>;

/** `guiding`: the guide is shown; `accepted`: the user agreed, the installation is pending. */
export const selectInstallStep = ({ value }: Snapshot) =>
  typeof value === 'string' ? value : 'guiding';

/** The link for another browser is being copied to the clipboard. */
export const selectIsLinkCopying = (snapshot: Snapshot) => snapshot.matches({ guiding: 'copying' });
