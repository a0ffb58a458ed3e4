import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { adMachine } from '../../../machines/ad.machine.ts';
import type { feedMachine } from '../../../machines/feed.machine.ts';
import { clipId } from '../../../machines/feed.setup.ts';
import type { videoMachine } from '../../../machines/video.machine.ts';

export type FeedActor = ActorRefFrom<typeof feedMachine>;
export type ClipActor = ActorRefFrom<typeof videoMachine>;
export type AdActor = ActorRefFrom<typeof adMachine>;
type FeedSnapshot = SnapshotFrom<typeof feedMachine>;

const adAt = ({ context, children }: FeedSnapshot, index: number) =>
  context.slots[index]?.kind === 'ad'
    ? (children[clipId(index)] as AdActor | undefined)
    : undefined;

/** The actor of the clip at a place, an advertisement's too, while it is near the stage. */
export const clipAt = (index: number) => (snapshot: FeedSnapshot) => {
  const ad = adAt(snapshot, index);
  return ad ? ad.getSnapshot().children.clip : (snapshot.children[clipId(index)] as ClipActor);
};

/** The actor of the clip on the stage. */
export const currentClip = (snapshot: FeedSnapshot) => clipAt(snapshot.context.index)(snapshot);

/** The actor of the advertisement on the stage, if it is one. */
export const currentAd = (snapshot: FeedSnapshot) => adAt(snapshot, snapshot.context.index);
