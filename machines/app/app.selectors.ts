import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';
import type { ChildId, ChildRef } from './children.ts';

type Snapshot = SnapshotFrom<typeof appMachine>;

/** The child with this id, if it runs. */
export const selectChild =
  <Id extends ChildId>(id: Id) =>
  ({ children }: Snapshot) =>
    (children as { [Key in ChildId]?: ChildRef<Key> })[id];

export const selectScreen = ({ context }: Snapshot) => context.screen;
/** Offline nothing is paid at once: claims wait in the outbox. */
export const selectIsOnline = ({ context }: Snapshot) => context.connectivity.isOnline;
export const selectVisited = ({ context }: Snapshot) => context.visited;
export const selectToasts = ({ context }: Snapshot) => context.toasts;
/** differs for each user: screens that one user has opened are not shown to the next */
export const selectPerson = ({ context: { user } }: Snapshot) => user?.id ?? 'visitor';

/** State of loading of the open screen. */
export function selectScreenState({ value }: Snapshot): 'loading' | 'shown' | 'failed' {
  return value.screen === 'shown' || value.screen === 'failed' ? value.screen : 'loading';
}
