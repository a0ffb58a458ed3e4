import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { selectAd, selectIsFollowable } from '../../../machines/ad.selectors.ts';
import { selectSecondsLeft } from '../../../machines/video/video.selectors.ts';
import { formatCount } from '../../ui/numbers.ts';
import { OutwardIcon } from '../../ui/screen-icons.tsx';
import type { AdActor, ClipActor } from './actors.ts';

interface AdCardProps {
  ad: AdActor;
  clip: ClipActor;
}

/** Mark of an advertisement, its title and advertiser, and the link to it. */
export function AdCard({ ad: actor, clip }: AdCardProps) {
  const { t } = useLingui();
  const ad = useSelector(actor, selectAd);
  const canFollow = useSelector(actor, selectIsFollowable);
  const about = useId();
  return (
    <div className="ad-card">
      <AdMark clip={clip} />
      <h2 className="clamped">
        <bdi>{ad.title}</bdi>
      </h2>
      <p id={about} className="clamped">
        <bdi translate="no">{ad.advertiser}</bdi>
        {ad.advertiser && ad.cta ? ' · ' : null}
        <bdi>{ad.cta}</bdi>
      </p>
      {canFollow ? (
        <a
          className="button button-primary"
          href={ad.target_url}
          target="_blank"
          rel="noopener sponsored"
          aria-describedby={about}
          onClick={() => actor.send({ type: 'learnMore.pressed' })}
        >
          <span className="button-label">
            {t({
              message: 'Learn more',
              comment: 'Button of an ad (verb): opens the advertiser’s page. Narrow.',
            })}
          </span>
          <OutwardIcon />
        </a>
      ) : null}
    </div>
  );
}

function AdMark({ clip }: { clip: ClipActor }) {
  const { i18n } = useLingui();
  const left = useSelector(clip, selectSecondsLeft);
  return (
    <p className="ad-mark">
      <strong>
        <Trans comment="Marks an advertisement, beside its seconds. Very narrow.">Ad</Trans>
      </strong>
      {left > 0 ? (
        <>
          <span className="visually-hidden">
            <Plural
              comment="For screen readers: until the ad’s reward."
              value={left}
              one="# second left"
              other="# seconds left"
            />
          </span>
          <span className="ad-seconds" aria-hidden="true">
            {formatCount(left, i18n.locale)}
          </span>
        </>
      ) : null}
    </p>
  );
}
