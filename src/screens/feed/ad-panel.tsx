import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import { isFollowable } from '../../../machines/ad.setup.ts';
import { Amount } from '../../ui/amount.tsx';
import { CheckIcon, OutwardIcon } from '../../ui/icons.tsx';
import { formatAmount, formatCount } from '../../ui/numbers.ts';
import {
  type AdActor,
  type AdSnapshot,
  type ClipActor,
  type ClipSnapshot,
  secondsLeft,
} from './clip.ts';
import './ad-panel.css';

const stateOf = (value: string | object) => (typeof value === 'string' ? value : 'rewarded');
const watchState = ({ value }: ClipSnapshot) => stateOf(value.reward);
const clickState = ({ value }: AdSnapshot) => stateOf(value.click);
const adOf = ({ context }: AdSnapshot) => context.ad;
const isCelebrating = (snapshot: AdSnapshot | ClipSnapshot) => snapshot.hasTag('celebrating');

interface AdPanelProps {
  ad: AdActor;
  clip: ClipActor;
}

/** What an advertisement says and pays, over the clip that it is. */
export function AdPanel({ ad, clip }: AdPanelProps) {
  return (
    <>
      <div className="ad-rewards">
        <ul>
          <WatchBadge ad={ad} clip={clip} />
          <ClickBadge ad={ad} />
        </ul>
        <Earned ad={ad} clip={clip} />
      </div>
      <AdCard ad={ad} clip={clip} />
    </>
  );
}

function AdMark({ clip }: { clip: ClipActor }) {
  const { i18n } = useLingui();
  const left = useSelector(clip, ({ context }) =>
    secondsLeft(context.video.watch_seconds, context.watchedMs),
  );
  return (
    <p className="ad-mark">
      <strong>
        <Trans>Ad</Trans>
      </strong>
      {left > 0 ? (
        <>
          <span className="unseen">
            <Plural value={left} one="# second left" other="# seconds left" />
          </span>
          <span className="ad-seconds" aria-hidden="true">
            {formatCount(left, i18n.locale)}
          </span>
        </>
      ) : null}
    </p>
  );
}

function WatchBadge({ ad, clip }: AdPanelProps) {
  const { t, i18n } = useLingui();
  const state = useSelector(clip, watchState);
  const reward = useSelector(ad, ({ context }) => context.ad.watch_reward);
  const fraction = useSelector(clip, ({ context }) =>
    Math.min(context.watchedMs / Math.max(context.video.watch_seconds * 1_000, 1), 1),
  );
  const isCounting = state === 'counting' || state === 'claiming';
  return (
    <Badge name={<Trans>Watch</Trans>} reward={reward} state={state}>
      {isCounting ? (
        <progress
          className="ad-progress"
          aria-label={t`Watch reward`}
          aria-valuetext={formatAmount(reward, i18n.locale, true)}
          value={fraction}
        />
      ) : null}
    </Badge>
  );
}

function ClickBadge({ ad }: { ad: AdActor }) {
  const state = useSelector(ad, clickState);
  const { click_reward } = useSelector(ad, adOf);
  return <Badge name={<Trans>Click</Trans>} reward={click_reward} state={state} />;
}

interface BadgeProps {
  name: ReactNode;
  reward: string;
  state: string;
  children?: ReactNode;
}

/** What one deed pays, and while it pays nothing, why. */
function Badge({ name, reward, state, children }: BadgeProps) {
  const texts: Record<string, ReactNode> = {
    rewarded: <Trans>Earned</Trans>,
    alreadyRewarded: <Trans>Earned today</Trans>,
    visitor: <Trans>Log in to earn</Trans>,
    limitReached: <Trans>Daily limit reached</Trans>,
    queued: <Trans>Kept until you are online</Trans>,
    refused: <Trans>No reward for this ad</Trans>,
  };
  const isEarned = state === 'rewarded' || state === 'alreadyRewarded';
  return (
    <li className={isEarned ? 'ad-badge ad-badge-earned' : 'ad-badge'}>
      <span className="ad-badge-name">{name}</span>
      <span className="ad-badge-reward">
        {isEarned ? <CheckIcon size={16} /> : null}
        <Amount value={reward} gained />
      </span>
      {texts[state] ? <span className="ad-badge-why">{texts[state]}</span> : null}
      {children}
    </li>
  );
}

/** Announces what the server has paid, once. */
function Earned({ ad, clip }: AdPanelProps) {
  const watched = useSelector(clip, ({ context }) => context.answer);
  const clicked = useSelector(ad, ({ context }) => context.answer);
  const isWatchNew = useSelector(clip, isCelebrating);
  const isClickNew = useSelector(ad, isCelebrating);
  return (
    <div role="status" className="clip-reward-pop">
      {isWatchNew && watched ? (
        <span>
          <Amount value={watched.reward} gained />
        </span>
      ) : null}
      {isClickNew && clicked ? (
        <span>
          <Amount value={clicked.reward} gained />
        </span>
      ) : null}
    </div>
  );
}

/** That it is one, who advertises what, and the one way on. */
function AdCard({ ad: actor, clip }: AdPanelProps) {
  const { t } = useLingui();
  const ad = useSelector(actor, adOf);
  const about = useId();
  return (
    <div className="ad-card">
      <AdMark clip={clip} />
      <h2>{ad.title}</h2>
      <p id={about}>{[ad.advertiser, ad.cta].filter(Boolean).join(' · ')}</p>
      {isFollowable(ad) ? (
        <a
          className="button button-primary"
          href={ad.target_url}
          target="_blank"
          rel="noopener sponsored"
          aria-describedby={about}
          onClick={() => actor.send({ type: 'learnMore.pressed' })}
        >
          <span className="button-label">{t`Learn more`}</span>
          <OutwardIcon size={20} />
        </a>
      ) : null}
    </div>
  );
}
