import type { CallFailure } from '../../contract/failure.ts';
import type { Rendition } from '../../contract/renditions.ts';
import type { Video } from '../../contract/shapes.ts';
import type { AdEvent } from '../ad.machine.ts';
import type { ConnectivityEvent, VisibilityEvent } from '../attention.ts';
import type { ClipFiles } from '../clip-cache.machine.ts';
import type { ClipLoading, ClipLoadingEmitted } from '../clip-loading.machine.ts';
import type { ClipEvent } from '../video/model.ts';
import type { AdPlan, ClipPage, Contents } from './slots.ts';

export interface FeedInput {
  /** the clip that came with the page and may already be playing */
  firstClip: Video | null;
  /** which of its files that is; null: the one that `rendition` gives */
  firstSrc: string | null;
  isSoundOn: boolean;
  /** which files the page began with; null: nothing is known yet, each clip plays as it is */
  rendition: string | null;
  /** until more is known of the connection and of what a person wants */
  loading: ClipLoading;
  idPrefix: string;
}

export interface ListRequest {
  knownIds: number[];
  isMember: boolean;
  /** a list is there already: nothing else than the answer will do */
  isAwaited: boolean;
}

export interface Context extends Omit<FeedInput, 'firstClip' | 'firstSrc'>, Contents {
  /** how many clips and advertisements have come on the stage: names their claims */
  prepared: number;
  isComplete: boolean;
  failure: CallFailure | null;
}

export type FeedEvent =
  | ClipEvent
  | AdEvent
  | VisibilityEvent
  | ConnectivityEvent
  | { type: 'swipe.began'; index: number }
  | { type: 'swipe.returned'; index: number }
  | { type: 'swipe.settled'; index: number }
  | { type: 'next.pressed' }
  | { type: 'play.pressed' }
  | { type: 'pause.pressed' }
  | ClipLoadingEmitted
  /** what is around the clip has come: the connection is free for the next one */
  | { type: 'screen.loaded' }
  | { type: 'previous.pressed' }
  | { type: 'sound.pressed'; isOn: boolean }
  | { type: 'retry.pressed' }
  /** a clip was paid, on the stage or long after it left */
  | { type: 'clip.paid'; videoId: number }
  /** clips can earn something else now; `isAnew`: what was over, too, of another day or limit */
  | { type: 'earning.changed'; isAnew?: boolean }
  /** they were paused, and may be paid again */
  | { type: 'rewards.due' }
  | { type: 'ads.planned'; plan: AdPlan }
  | { type: 'ads.changed'; plan: AdPlan }
  /** a UTC day: everything can earn again */
  | { type: 'day.began' }
  /** from now on clips that come on the stage play from other files */
  | { type: 'rendition.picked'; rendition: Rendition }
  | { type: 'connectivity.restored' }
  /** another number of clips is paid than the list has said */
  | { type: 'limit.changed' };

export type FeedEmitted =
  /** a clip on the stage plays, it needs no more help */
  | { type: 'feed.clipPlaying' }
  /** the clip on the stage, and those that come after it */
  | { type: 'feed.clipsAhead'; clips: readonly ClipFiles[] }
  /** a clip can be played through: whatever else is loaded does not delay it */
  | { type: 'feed.clipReady' }
  /** `isAnew`: what was over may begin anew */
  | ({ type: 'feed.listLoaded'; isAnew: boolean } & Pick<
      ClipPage,
      'count' | 'isPaused' | 'isLinkGone'
    >)
  /** the clip to open with next time, and its file of which something is there already, if any */
  | { type: 'feed.advanced'; videoId: number; src: string | null };

export const initialContext = ({ input }: { input: FeedInput }): Context => ({
  isSoundOn: input.isSoundOn,
  rendition: input.rendition,
  loading: input.loading,
  idPrefix: input.idPrefix,
  clips: input.firstClip
    ? [{ video: input.firstClip, isOpen: true, src: input.firstSrc ?? undefined }]
    : [],
  slots: input.firstClip ? [{ kind: 'clip', clip: 0 }] : [],
  index: 0,
  live: [],
  prepared: 0,
  isLoaded: false,
  isOutdated: false,
  plan: null,
  isComplete: false,
  failure: null,
});
