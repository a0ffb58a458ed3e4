import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectAd, selectClick, selectIsFollowable } from '../../../machines/ad.selectors.ts';
import {
  selectAnswer,
  selectClaimState,
  selectRefusal,
} from '../../../machines/claim.selectors.ts';
import { closedReasonOf, type WatchState } from '../../../machines/feed/feed.selectors.ts';
import { selectClaim, selectWatchedFraction } from '../../../machines/video/video.selectors.ts';
import { Amount } from '../../ui/amount.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { formatAmount } from '../../ui/numbers.ts';
import type { AdActor, ClaimActor, ClipActor, FeedActor } from './actors.ts';
import { Earned } from './earned.tsx';
import { NotEarningReason, useEarningStatus, useWatchState } from './not-earning-reason.tsx';

interface AdBadgesProps {
  feed: FeedActor;
  ad: AdActor;
  clip: ClipActor;
}

/** Badges of an advertisement: the reward of each action, offered or paid. */
export function AdBadges({ feed, ad, clip }: AdBadgesProps) {
  const canFollow = useSelector(ad, selectIsFollowable);
  const watch = useSelector(clip, selectClaim);
  const click = useSelector(ad, selectClick);
  const { click_reward } = useSelector(ad, selectAd);
  return (
    <div className="ad-rewards">
      <ul>
        <WatchBadge feed={feed} ad={ad} clip={clip} />
        {canFollow ? <ClickBadge claim={click} offered={click_reward} /> : null}
      </ul>
      <div role="status" className="clip-reward-pop">
        <Earned claim={watch} />
        <Earned claim={click} />
      </div>
    </div>
  );
}

const COUNTING: readonly WatchState[] = ['open', 'paused', 'offline', 'sending'];

function WatchBadge({ feed, ad, clip }: AdBadgesProps) {
  const { t, i18n } = useLingui();
  const state = useWatchState(feed, clip);
  const { watch_reward } = useSelector(ad, selectAd);
  const claim = useSelector(clip, selectClaim);
  const fraction = useSelector(clip, selectWatchedFraction);
  return (
    <Badge
      name={
        <Trans comment="Badge over an ad (noun): the reward for watching the ad. Very narrow.">
          Watch
        </Trans>
      }
      offered={watch_reward}
      state={state}
      claim={claim}
    >
      {COUNTING.includes(state) ? (
        <progress
          className="ad-progress"
          aria-label={t`Watch reward`}
          aria-valuetext={formatAmount(watch_reward, i18n.locale, true)}
          value={fraction}
        />
      ) : null}
    </Badge>
  );
}

function ClickBadge({ claim, offered }: { claim: ClaimActor; offered: string }) {
  const known = useSelector(claim, selectClaimState);
  const status = useEarningStatus();
  const state = known === 'closed' ? closedReasonOf(status) : known;
  return (
    <Badge
      name={
        <Trans comment="Badge over an ad (noun): the reward for following the ad. Very narrow.">
          Click
        </Trans>
      }
      offered={offered}
      state={state}
      claim={claim}
    />
  );
}

interface BadgeProps {
  name: ReactNode;
  offered: string;
  claim: ClaimActor;
  state: WatchState;
  children?: ReactNode;
}

/** The reward of one action; while the action earns nothing, the reason. */
function Badge({ name, offered, claim, state, children }: BadgeProps) {
  const answer = useSelector(claim, selectAnswer);
  const refusal = useSelector(claim, selectRefusal);
  const isPaid = state === 'rewarded';
  const isEarned = isPaid || state === 'alreadyRewarded';
  return (
    <li className={isEarned ? 'ad-badge ad-badge-earned' : 'ad-badge'}>
      <span>{name}</span>
      <span className="ad-badge-reward">
        {isEarned ? <CheckIcon size={16} /> : null}
        <Amount value={answer?.reward ?? offered} gained />
      </span>
      {isPaid ? (
        <span className="ad-badge-why">
          <Trans comment="State of an ad’s badge: the reward has been received. Narrow.">
            Earned
          </Trans>
        </span>
      ) : (
        <NotEarningReason state={state} refusal={refusal} className="ad-badge-why" />
      )}
      {children}
    </li>
  );
}
