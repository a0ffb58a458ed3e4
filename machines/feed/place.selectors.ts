import type { SnapshotFrom } from 'xstate';
import type { feedMachine } from './feed.machine.ts';
import type { Clip } from './slots.ts';

/** What is known of a clip's place in the list. */
export const selectPlaceOf =
  (id: number) =>
  ({ context }: SnapshotFrom<typeof feedMachine>): Clip['video'] | undefined =>
    context.clips.find(({ video }) => video.id === id)?.video;
