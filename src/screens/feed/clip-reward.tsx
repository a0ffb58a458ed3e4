import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Amount } from '../../ui/amount.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { RewardRing } from '../../ui/reward-ring.tsx';
import type { ClipActor, ClipSnapshot, FeedActor } from './clip.ts';
import './clip-reward.css';

const rewardState = ({ value }: ClipSnapshot) =>
  typeof value.reward === 'string' ? value.reward : 'rewarded';
const watched = ({ context }: ClipSnapshot) =>
  context.watchedMs / Math.max(context.video.watch_seconds * 1_000, 1);
const isCelebrating = (snapshot: ClipSnapshot) => snapshot.hasTag('celebrating');

/** How often the player reports, and so how long the ring takes to its next value. */
const STEP_SECONDS = 0.25;

interface ClipRewardProps {
  feed: FeedActor;
  clip: ClipActor;
}

/** The ring, the day's count, and the words for when nothing is being earned. */
export function ClipReward({ feed, clip }: ClipRewardProps) {
  const reward = useSelector(clip, rewardState);
  const hasNoList = useSelector(feed, ({ value }) => value.list === 'failed');
  // until the list has come nobody knows what this clip can earn
  const state = reward === 'unknown' && hasNoList ? 'unlisted' : reward;
  const fraction = useSelector(clip, watched);
  const offered = useSelector(clip, ({ context }) => context.video.reward);
  const answer = useSelector(clip, ({ context }) => context.answer);
  const celebrates = useSelector(clip, isCelebrating);
  const isEarning = ['unknown', 'counting', 'claiming', 'rewarded', 'queued'].includes(state);
  const phase = state === 'rewarded' ? 'rewarded' : state === 'claiming' ? 'claiming' : 'filling';
  return (
    <div className="clip-reward">
      <div className={isEarning ? '' : 'clip-ring-idle'}>
        <RewardRing
          fraction={isEarning ? fraction : 0}
          reward={answer?.reward ?? offered}
          phase={phase}
          stepSeconds={STEP_SECONDS}
        />
      </div>
      <TodayCount feed={feed} />
      <WhyNot state={state} />
      <div role="status" className="clip-reward-pop">
        {celebrates && answer ? (
          <span>
            <Amount value={answer.reward} gained />
          </span>
        ) : null}
      </div>
    </div>
  );
}

function TodayCount({ feed }: { feed: FeedActor }) {
  const { i18n } = useLingui();
  const remaining = useSelector(feed, ({ context }) => context.remainingToday);
  const limit = useSelector(feed, ({ context }) => context.dailyLimit);
  const isMember = useSelector(feed, ({ context }) => context.isMember);
  if (!isMember) return null;
  const left = formatCount(remaining, i18n.locale);
  const all = formatCount(limit, i18n.locale);
  return (
    <p className="clip-today" aria-hidden="false">
      <span className="unseen">
        <Plural value={remaining} one="# paid video left today" other="# paid videos left today" />
      </span>
      <span aria-hidden="true" dir="ltr">
        {left}/{all}
      </span>
    </p>
  );
}

/** While nothing is earned the screen says why. */
function WhyNot({ state }: { state: string }) {
  const texts: Record<string, ReactNode> = {
    visitor: <Trans>Log in to earn</Trans>,
    alreadyRewarded: <Trans>Earned today</Trans>,
    limitReached: <Trans>Daily limit reached</Trans>,
    queued: <Trans>Kept until you are online</Trans>,
    unlisted: <Trans>Not counting: swipe up to retry</Trans>,
    refused: <Trans>No reward for this video</Trans>,
  };
  const text = texts[state];
  return text ? <p className="clip-why">{text}</p> : null;
}
