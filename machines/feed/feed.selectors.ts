import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { adMachine } from '../ad.machine.ts';
import type { ClaimState } from '../claim.selectors.ts';
import type { EarningStatus } from '../earning.selectors.ts';
import type { videoMachine } from '../video/video.machine.ts';
import type { Playback } from '../video/video.selectors.ts';
import type { feedMachine } from './feed.machine.ts';
import { clipId } from './model.ts';
import { clipIn } from './slots.ts';

type Snapshot = SnapshotFrom<typeof feedMachine>;
type ClipActor = ActorRefFrom<typeof videoMachine>;
type AdActor = ActorRefFrom<typeof adMachine>;

export const selectIndex = ({ context }: Snapshot) => context.index;

/** Number of clips and advertisements. */
export const selectLength = ({ context }: Snapshot) => context.slots.length;

export const selectIsSoundOn = ({ context }: Snapshot) => context.isSoundOn;

/** The clip at an index, even if it has no actor. */
export const selectVideoAt = (index: number) => (snapshot: Snapshot) =>
  clipIn(snapshot.context, index)?.video;

const adAt = ({ context, children }: Snapshot, index: number) =>
  context.slots[index]?.kind === 'ad'
    ? (children[clipId(index)] as AdActor | undefined)
    : undefined;

/** The actor of the clip at an index, or of an advertisement's clip, while it is near the stage. */
export const selectClipAt =
  (index: number) =>
  (snapshot: Snapshot): ClipActor | undefined => {
    const ad = adAt(snapshot, index);
    return ad
      ? ad.getSnapshot().children.clip
      : (snapshot.children[clipId(index)] as ClipActor | undefined);
  };

/** The actor of the clip on the stage. */
export const selectCurrentClip = (snapshot: Snapshot) =>
  selectClipAt(snapshot.context.index)(snapshot);

/** The actor of the advertisement on the stage, if there is one. */
export const selectCurrentAd = (snapshot: Snapshot) => adAt(snapshot, snapshot.context.index);

/** There are advertisements to show. */
export const selectHasAds = ({ context }: Snapshot): boolean =>
  (context.plan?.offers.length ?? 0) > 0;

/** State of the page after the last clip. */
export type FeedEndState = 'loading' | 'failed' | 'complete' | 'open';

export function selectFeedEnd({ value, context }: Snapshot): FeedEndState {
  if (value.list === 'waiting' || value.list === 'loading') return 'loading';
  if (context.failure) return 'failed';
  return context.isComplete ? 'complete' : 'open';
}

export const selectFailure = ({ context }: Snapshot) => context.failure;

/** The page after the last clip is on the stage. */
export const selectIsAtEnd = ({ context }: Snapshot): boolean =>
  context.index >= context.slots.length;

/** Earning status at the end of the feed: `limitReached` where every clip is paid. */
export const selectEarningAtEnd =
  (status: EarningStatus) =>
  ({ context }: Snapshot): EarningStatus =>
    status === 'open' && !context.clips.some(({ isOpen }) => isOpen) ? 'limitReached' : status;

/** The list could not be loaded: eligibility of its clips is unknown. */
export const selectIsUnlisted = ({ value }: Snapshot): boolean => value.list === 'retrying';

/** State of a claim for watching, or the reason why it is not counted, or not sent. */
export type WatchState =
  | Exclude<ClaimState, 'closed'>
  | ClosedReason
  | 'paused'
  | 'offline'
  | 'unlisted';

type ClosedReason = Exclude<EarningStatus, 'open'>;

/** Why a claim can earn nothing now; while clips can earn, the reason is the limit of advertisements. */
export const closedReasonOf = (status: EarningStatus): ClosedReason =>
  status === 'open' ? 'limitReached' : status;

export function watchStateOf(
  claim: ClaimState,
  playback: Playback,
  status: EarningStatus,
  { isUnlisted, isOffline }: { isUnlisted: boolean; isOffline: boolean },
): WatchState {
  if (claim === 'closed') return closedReasonOf(status);
  if (claim === 'unknown' && isUnlisted) return 'unlisted';
  if ((claim === 'unknown' || claim === 'open') && playback === 'paused') return 'paused';
  if (isOffline && (claim === 'open' || claim === 'sending')) return 'offline';
  return claim;
}
