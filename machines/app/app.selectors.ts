import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';
import type { ChildId, ChildRef } from './children.ts';

type Snapshot = SnapshotFrom<typeof appMachine>;

/** The running child of an id, if it runs. */
export const selectChild =
  <Id extends ChildId>(id: Id) =>
  ({ children }: Snapshot) =>
    (children as { [Key in ChildId]?: ChildRef<Key> })[id];

export const selectScreen = ({ context }: Snapshot) => context.screen;
/** Without a network nothing is paid at once: what is earned waits in the outbox. */
export const selectIsOnline = ({ context }: Snapshot) => context.connectivity.isOnline;
export const selectVisited = ({ context }: Snapshot) => context.visited;
export const selectToasts = ({ context }: Snapshot) => context.toasts;
/** unlike for each person: what one has opened is not the next one's */
export const selectPerson = ({ context: { user } }: Snapshot) => user?.id ?? 'visitor';

/** How far the screen that is looked at has come. */
export function selectScreenState({ value }: Snapshot): 'loading' | 'shown' | 'failed' {
  return value.screen === 'shown' || value.screen === 'failed' ? value.screen : 'loading';
}
