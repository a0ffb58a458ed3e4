import { Plural, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import {
  answerOf,
  failureOf,
  isCelebrating,
  STEP_SECONDS,
  watchedFraction,
} from '../../app/clip-facts.ts';
import { Amount } from '../../ui/amount.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { RewardRing } from '../../ui/reward-ring.tsx';
import type { ClipActor, FeedActor } from './clip.ts';
import './clip-reward.css';
import { useWatchState, WhyNot } from './why-not.tsx';

interface ClipRewardProps {
  feed: FeedActor;
  clip: ClipActor;
}

const EARNING = ['unknown', 'counting', 'paused', 'offline', 'claiming', 'rewarded', 'queued'];

/** The ring, the day's count, and the words for when nothing is being earned. */
export function ClipReward({ feed, clip }: ClipRewardProps) {
  const state = useWatchState(feed, clip);
  const fraction = useSelector(clip, watchedFraction);
  const offered = useSelector(clip, ({ context }) => context.video.reward);
  const answer = useSelector(clip, answerOf);
  const failure = useSelector(clip, failureOf);
  const celebrates = useSelector(clip, isCelebrating);
  const isEarning = EARNING.includes(state);
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
      <WhyNot state={state} failure={failure} className="clip-why" />
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
    <p className="clip-today">
      <span className="unseen">
        <Plural value={remaining} one="# paid video left today" other="# paid videos left today" />
      </span>
      <span aria-hidden="true" dir="ltr">
        {left}/{all}
      </span>
    </p>
  );
}
