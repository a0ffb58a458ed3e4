import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { feedMachine } from '../../../machines/feed.machine.ts';
import { clipId } from '../../../machines/feed.setup.ts';
import type { videoMachine } from '../../../machines/video.machine.ts';

export type FeedActor = ActorRefFrom<typeof feedMachine>;
export type ClipActor = ActorRefFrom<typeof videoMachine>;
export type ClipSnapshot = SnapshotFrom<typeof videoMachine>;

/** The actor of the clip at a place, while it is near the stage. */
export const clipAt =
  (index: number) =>
  ({ children }: SnapshotFrom<typeof feedMachine>) =>
    children[clipId(index)] as ClipActor | undefined;

/** The actor of the clip on the stage. */
export const currentClip = (snapshot: SnapshotFrom<typeof feedMachine>) =>
  clipAt(snapshot.context.index)(snapshot);

type LiveState = Extract<ClipSnapshot['value']['playback'], { live: unknown }>['live'];

/** Is the clip on the stage, in one of these states? */
export const isLive =
  (...states: LiveState[]) =>
  (snapshot: ClipSnapshot) =>
    states.some((state) => snapshot.matches({ playback: { live: state } }));
