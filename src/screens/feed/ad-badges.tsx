import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { CallFailure } from '../../../contract/failure.ts';
import { isFollowable } from '../../../machines/ad.setup.ts';
import type { ClaimAnswer } from '../../../machines/outbox.machine.ts';
import {
  answerOf,
  clickState,
  failureOf,
  isCelebrating,
  watchedFraction,
} from '../../app/clip-facts.ts';
import { Amount } from '../../ui/amount.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { formatAmount } from '../../ui/numbers.ts';
import type { AdActor, ClipActor, FeedActor } from './clip.ts';
import { useWatchState, WhyNot } from './why-not.tsx';

interface AdBadgesProps {
  feed: FeedActor;
  ad: AdActor;
  clip: ClipActor;
}

/** What an advertisement pays for, and what it has paid. */
export function AdBadges({ feed, ad, clip }: AdBadgesProps) {
  const canFollow = useSelector(ad, ({ context }) => isFollowable(context.ad));
  return (
    <div className="ad-rewards">
      <ul>
        <WatchBadge feed={feed} ad={ad} clip={clip} />
        {canFollow ? <ClickBadge ad={ad} /> : null}
      </ul>
      <div role="status" className="clip-reward-pop">
        <Earned by={clip} />
        <Earned by={ad} />
      </div>
    </div>
  );
}

function WatchBadge({ feed, ad, clip }: AdBadgesProps) {
  const { t, i18n } = useLingui();
  const state = useWatchState(feed, clip);
  const offered = useSelector(ad, ({ context }) => context.ad.watch_reward);
  const answer = useSelector(clip, answerOf);
  const failure = useSelector(clip, failureOf);
  const fraction = useSelector(clip, watchedFraction);
  const isCounting = ['counting', 'paused', 'offline', 'claiming'].includes(state);
  return (
    <Badge name={<Trans>Watch</Trans>} {...{ offered, answer, state, failure }}>
      {isCounting ? (
        <progress
          className="ad-progress"
          aria-label={t`Watch reward`}
          aria-valuetext={formatAmount(offered, i18n.locale, true)}
          value={fraction}
        />
      ) : null}
    </Badge>
  );
}

function ClickBadge({ ad }: { ad: AdActor }) {
  const state = useSelector(ad, clickState);
  const offered = useSelector(ad, ({ context }) => context.ad.click_reward);
  const answer = useSelector(ad, answerOf);
  const failure = useSelector(ad, failureOf);
  return <Badge name={<Trans>Click</Trans>} {...{ offered, answer, state, failure }} />;
}

interface BadgeProps {
  name: ReactNode;
  offered: string;
  /** the server's, once it has paid */
  answer: ClaimAnswer | null;
  failure: CallFailure | null;
  state: string;
  children?: ReactNode;
}

/** What one deed pays, and while it pays nothing, why. */
function Badge({ name, offered, answer, failure, state, children }: BadgeProps) {
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
          <Trans>Earned</Trans>
        </span>
      ) : (
        <WhyNot state={state} failure={failure} className="ad-badge-why" />
      )}
      {children}
    </li>
  );
}

/** Announces what the server has paid, once. */
function Earned({ by }: { by: AdActor | ClipActor }) {
  const answer = useSelector(by, answerOf);
  const isNew = useSelector(by, isCelebrating);
  if (!isNew || !answer) return null;
  return (
    <span>
      <Amount value={answer.reward} gained />
    </span>
  );
}
