import type { CallFailure } from '../contract/failure.ts';
import type { Video } from '../contract/shapes.ts';
import type { AdNews } from './ad.setup.ts';
import type { Stock } from './feed.slots.ts';
import type { ClaimAnswer } from './outbox.machine.ts';
import type { ClipNews } from './video.setup.ts';

export interface FeedInput {
  /** the clip that came with the page and may already be playing */
  firstClip: Video | null;
  isSoundOn: boolean;
  nonce: string;
}

export interface Context extends Omit<FeedInput, 'firstClip'>, Stock {
  /** paid clips of today, with those that shares have added */
  dailyLimit: number;
  /** shares that still bring extra views today */
  extraSharesLeft: number;
  isComplete: boolean;
  failure: CallFailure | null;
}

export type FeedEvent =
  | ClipNews
  | AdNews
  | { type: 'swipe.began'; index: number }
  | { type: 'swipe.returned'; index: number }
  | { type: 'swipe.settled'; index: number }
  | { type: 'presence.changed'; isPresent: boolean }
  | { type: 'network.changed'; isOnline: boolean }
  | { type: 'next.pressed' }
  | { type: 'previous.pressed' }
  | { type: 'sound.pressed'; isOn: boolean }
  | { type: 'retry.pressed' }
  | { type: 'limit.dismissed' }
  /** the server knows of a share: extra views may be asked for */
  | { type: 'share.counted' }
  /** a UTC day: everything can earn again */
  | { type: 'day.began' }
  /** the operator has changed how many clips a day are paid */
  | { type: 'limit.changed' }
  /** for a clip that had been kept in the outbox, or that is no longer on the stage */
  | { type: 'clip.paid'; videoId: number; answer: ClaimAnswer };

export interface ExtraViews {
  extra_views: number;
  remaining_today: number;
  limit_today: number;
  extra_shares_left: number;
}

export const initialContext = ({ input }: { input: FeedInput }): Context => ({
  isSoundOn: input.isSoundOn,
  nonce: input.nonce,
  clips: input.firstClip ? [{ video: input.firstClip, isOpen: true }] : [],
  slots: input.firstClip ? [{ kind: 'clip', clip: 0 }] : [],
  index: 0,
  live: [],
  isLoaded: false,
  isOutdated: false,
  isMember: false,
  remainingToday: 0,
  dailyLimit: 0,
  extraSharesLeft: 0,
  plan: null,
  adLimits: [],
  isComplete: false,
  failure: null,
});
