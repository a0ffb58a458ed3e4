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
  /** the clip in the page's HTML; it may already be playing */
  firstClip: Video | null;
  /** the file of that clip that plays; null: the file that `rendition` selects */
  firstSrc: string | null;
  isSoundOn: boolean;
  /** the page's first rendition; null: nothing is known yet, each clip plays its `url` */
  rendition: string | null;
  /** how clips are loaded until the connection and the user's choice are known */
  loading: ClipLoading;
  idPrefix: string;
}

export interface ListRequest {
  knownIds: number[];
  isMember: boolean;
  /** a list is loaded already: only the server's answer is useful, not a cached list */
  isListLoaded: boolean;
}

export interface Context extends Omit<FeedInput, 'firstClip' | 'firstSrc'>, Contents {
  /** number of actors that were started for clips and advertisements, for the ids of their claims */
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
  /** the screen around the clip is loaded: the connection is free for the next clip */
  | { type: 'screen.loaded' }
  | { type: 'previous.pressed' }
  | { type: 'sound.pressed'; isOn: boolean }
  | { type: 'retry.pressed' }
  /** a clip was paid, on the stage or long after leaving it */
  | { type: 'clip.paid'; videoId: number }
  /** eligibility changed; `isRenewed`: also that of finished claims, for another day or limit */
  | { type: 'earning.changed'; isRenewed?: boolean }
  /** rewards were paused and may be paid again */
  | { type: 'rewards.due' }
  | { type: 'ads.planned'; plan: AdPlan }
  | { type: 'ads.changed'; plan: AdPlan }
  /** a UTC day began: every clip can earn again */
  | { type: 'day.began' }
  /** clips that come on the stage from now on play another rendition */
  | { type: 'rendition.picked'; rendition: Rendition }
  | { type: 'connectivity.restored' }
  /** the number of clips left, or the day's limit, differs from the list's */
  | { type: 'limit.changed' };

export type FeedEmitted =
  /** a clip on the stage plays: the second boot phase can start */
  | { type: 'feed.clipPlaying' }
  /** the clip on the stage, and the clips after it */
  | { type: 'feed.clipsAhead'; clips: readonly ClipFiles[] }
  /** a clip has loaded far enough to play through: other loading cannot delay it */
  | { type: 'feed.clipReady' }
  /** `isRenewed`: finished claims may start again */
  | ({ type: 'feed.listLoaded'; isRenewed: boolean } & Pick<
      ClipPage,
      'count' | 'isPaused' | 'isLinkGone'
    >)
  /** the first clip of the next visit, and its file that was loaded at least in part, if any */
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
