import type { ActorRefFrom } from 'xstate';
import type { feedMachine } from '../../../machines/feed.machine.ts';
import type { videoMachine } from '../../../machines/video.machine.ts';

export type FeedActor = ActorRefFrom<typeof feedMachine>;
export type ClipActor = ActorRefFrom<typeof videoMachine>;
