import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CallFailure } from '../../../contract/failure.ts';
import { selectIsOnline } from '../../../machines/app/app.selectors.ts';
import { selectClaimState } from '../../../machines/claim.selectors.ts';
import { selectEarningStatus } from '../../../machines/earning.selectors.ts';
import {
  selectIsUnlisted,
  type WatchState,
  watchStateOf,
} from '../../../machines/feed/feed.selectors.ts';
import { selectClaim, selectPlayback } from '../../../machines/video/video.selectors.ts';
import { FailureText } from '../../app/components/failure-text.tsx';
import { useChildIfAny, useRoot } from '../../app/system/use-child.ts';
import type { ClipActor, FeedActor } from './actors.ts';

export const useEarningStatus = () => useSelector(useChildIfAny('earning'), selectEarningStatus);

/** State of a clip's watch reward, with the reason why it is not counted or sent. */
export function useWatchState(feed: FeedActor, clip: ClipActor): WatchState {
  const claim = useSelector(useSelector(clip, selectClaim), selectClaimState);
  const playback = useSelector(clip, selectPlayback);
  const isUnlisted = useSelector(feed, selectIsUnlisted);
  const isOffline = !useSelector(useRoot(), selectIsOnline);
  return watchStateOf(claim, playback, useEarningStatus(), { isUnlisted, isOffline });
}

/** Null while a reward is being earned or was just paid, and for refusals, whose text is a `FailureText`. */
const words: Record<WatchState, MessageDescriptor | null> = {
  unknown: null,
  visitor: msg`Log in to earn`,
  open: null,
  sending: null,
  // a separate notice shows the queued claims, and the reason
  queued: null,
  rewarded: null,
  alreadyRewarded: msg({
    message: 'Earned today',
    comment: 'Why no reward runs: this clip’s reward was already received today. Narrow.',
  }),
  limitReached: msg`Daily limit reached`,
  rewardsPaused: msg`Rewards are paused`,
  refused: null,
  offline: msg({
    message: 'Offline: claims are sent later',
    comment:
      'Why the reward waits: no connection. Claims: what asks the server for rewards; nothing is promised to be paid. Narrow.',
  }),
  paused: msg({
    message: 'Paused: not counting',
    comment: 'Why no reward runs: the video stands still. Narrow.',
  }),
  unlisted: msg({
    message: 'Not counting: swipe up to retry',
    comment:
      'Why no reward runs: this video is not known to the server; the next one may pay. Narrow.',
  }),
};

interface NotEarningReasonProps {
  state: WatchState;
  /** the server's refusal, if any */
  refusal: CallFailure | null;
  className: string;
}

/** Text of the reason why nothing is earned. */
export function NotEarningReason({ state, refusal, className }: NotEarningReasonProps) {
  const { i18n } = useLingui();
  const text = words[state];
  if (!refusal && !text) return null;
  return (
    <span className={className}>
      {refusal ? <FailureText failure={refusal} /> : text && i18n._(text)}
    </span>
  );
}
