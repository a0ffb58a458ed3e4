import type { SnapshotFrom } from 'xstate';
import type { FriendLevel, friendsMachine } from './friends.machine.ts';

type Snapshot = SnapshotFrom<typeof friendsMachine>;

export const selectLevel = ({ value }: Snapshot): FriendLevel => value;

/** The list of a level; the chosen level has one. */
export const selectFriendList =
  (level: FriendLevel) =>
  ({ children }: Snapshot) =>
    children[level];
