import { Plural, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectAnswer, selectRefusal } from '../../../machines/claim.selectors.ts';
import { selectDayCount } from '../../../machines/earning.selectors.ts';
import type { WatchState } from '../../../machines/feed/feed.selectors.ts';
import {
  selectClaim,
  selectReward,
  selectWatchedFraction,
} from '../../../machines/video/video.selectors.ts';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { formatCount } from '../../ui/numbers.ts';
import { RewardRing } from '../../ui/reward-ring.tsx';
import type { ClipActor, FeedActor } from './actors.ts';
import './clip-reward.css';
import { Earned } from './earned.tsx';
import { NotEarningReason, useWatchState } from './not-earning-reason.tsx';

interface ClipRewardProps {
  feed: FeedActor;
  clip: ClipActor;
}

/** Interval of the player's reports, and so the duration of a step of the ring. */
const STEP_SECONDS = 0.25;

/** In other states the ring is empty and grey. */
const EARNING: readonly WatchState[] = [
  'unknown',
  'open',
  'paused',
  'offline',
  'sending',
  'rewarded',
  'queued',
];

const phaseOf = (state: WatchState) => {
  if (state === 'rewarded') return 'rewarded';
  return state === 'sending' ? 'claiming' : 'filling';
};

/** The ring, the day's count, and the reason while nothing is earned. */
export function ClipReward({ feed, clip }: ClipRewardProps) {
  const state = useWatchState(feed, clip);
  const claim = useSelector(clip, selectClaim);
  const fraction = useSelector(clip, selectWatchedFraction);
  const offered = useSelector(clip, selectReward);
  const answer = useSelector(claim, selectAnswer);
  const refusal = useSelector(claim, selectRefusal);
  const isEarning = EARNING.includes(state);
  return (
    <div className="clip-reward">
      <div className={isEarning ? '' : 'clip-ring-idle'}>
        <RewardRing
          fraction={isEarning ? fraction : 0}
          reward={answer?.reward ?? offered}
          phase={phaseOf(state)}
          stepSeconds={STEP_SECONDS}
        />
      </div>
      <TodayCount />
      <NotEarningReason state={state} refusal={refusal} className="clip-why" />
      <div role="status" className="clip-reward-pop">
        <Earned claim={claim} />
      </div>
    </div>
  );
}

function TodayCount() {
  const { i18n } = useLingui();
  const earning = useChildIfAny('earning');
  const count = useSelector(earning, (snapshot) => snapshot && selectDayCount(snapshot));
  if (!count) return null;
  const { remaining, dailyLimit } = count;
  // counts paid clips, as on the Tasks screen; `remaining` may exceed `dailyLimit` after the limit was raised
  const done = formatCount(Math.max(dailyLimit - remaining, 0), i18n.locale);
  const all = formatCount(dailyLimit, i18n.locale);
  return (
    <p className="clip-today">
      <span className="visually-hidden">
        <Plural
          comment="For screen readers: how many videos still pay today."
          value={remaining}
          one="# paid video left today"
          other="# paid videos left today"
        />
      </span>
      <span aria-hidden="true" dir="ltr" translate="no">
        {done}/{all}
      </span>
    </p>
  );
}
