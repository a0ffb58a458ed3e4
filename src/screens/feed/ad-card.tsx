import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { isFollowable } from '../../../machines/ad.setup.ts';
import { secondsLeft } from '../../app/clip-facts.ts';
import { OutwardIcon } from '../../ui/icons.tsx';
import { formatCount } from '../../ui/numbers.ts';
import type { AdActor, ClipActor } from './clip.ts';

interface AdCardProps {
  ad: AdActor;
  clip: ClipActor;
}

/** That it is one, who advertises what, and the one way on. */
export function AdCard({ ad: actor, clip }: AdCardProps) {
  const { t } = useLingui();
  const ad = useSelector(actor, ({ context }) => context.ad);
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
