import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { CallFailure } from '../../../contract/failure.ts';
import type { feedMachine } from '../../../machines/feed.machine.ts';
import { isLive, rewardState } from '../../app/clip-facts.ts';
import { failureText } from '../../i18n/messages.ts';
import type { ClipActor, FeedActor } from './clip.ts';

type FeedSnapshot = SnapshotFrom<typeof feedMachine>;

const isPaused = isLive('paused');
const hasNoList = ({ value }: FeedSnapshot) => value.list === 'failed';
const isOffline = ({ value }: FeedSnapshot) => value.line === 'offline';

/** How the watch reward of a clip stands, with what keeps it from being counted or sent. */
export function useWatchState(feed: FeedActor, clip: ClipActor): string {
  const reward = useSelector(clip, rewardState);
  const paused = useSelector(clip, isPaused);
  const unlisted = useSelector(feed, hasNoList);
  const offline = useSelector(feed, isOffline);
  // until the list has come nobody knows what this clip can earn
  if (reward === 'unknown' && unlisted) return 'unlisted';
  const isCounting = reward === 'unknown' || reward === 'counting';
  if (isCounting && paused) return 'paused';
  if (offline && (reward === 'counting' || reward === 'claiming')) return 'offline';
  return reward;
}

const words: Record<string, MessageDescriptor> = {
  visitor: msg`Log in to earn`,
  alreadyRewarded: msg`Earned today`,
  limitReached: msg`Daily limit reached`,
  queued: msg`Kept, and sent as soon as possible`,
  offline: msg`Offline: rewards are sent later`,
  paused: msg`Paused: not counting`,
  unlisted: msg`Not counting: swipe up to retry`,
};

interface WhyNotProps {
  state: string;
  /** why the server refused, if it did */
  failure: CallFailure | null;
  className: string;
}

/** While nothing is earned the screen says why. */
export function WhyNot({ state, failure, className }: WhyNotProps) {
  const { i18n } = useLingui();
  const text = state === 'refused' && failure ? failureText(failure) : words[state];
  return text ? <span className={className}>{i18n._(text)}</span> : null;
}
