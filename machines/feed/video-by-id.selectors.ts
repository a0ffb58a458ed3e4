import type { SnapshotFrom } from 'xstate';
import type { feedMachine } from './feed.machine.ts';
import type { Clip } from './slots.ts';

/** The clip with this id, if it is in the list. */
export const selectVideoById =
  (id: number) =>
  ({ context }: SnapshotFrom<typeof feedMachine>): Clip['video'] | undefined =>
    context.clips.find(({ video }) => video.id === id)?.video;
