import type { ActorRefFrom } from 'xstate';
import type { adMachine } from '../../../machines/ad.machine.ts';
import type { claimMachine } from '../../../machines/claim.machine.ts';
import type { earningMachine } from '../../../machines/earning.machine.ts';
import type { feedMachine } from '../../../machines/feed/feed.machine.ts';
import type { videoMachine } from '../../../machines/video/video.machine.ts';

export type FeedActor = ActorRefFrom<typeof feedMachine>;
export type ClipActor = ActorRefFrom<typeof videoMachine>;
export type ClaimActor = ActorRefFrom<typeof claimMachine>;
export type AdActor = ActorRefFrom<typeof adMachine>;
export type EarningActor = ActorRefFrom<typeof earningMachine>;
