import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import {
  selectCurrentAd,
  selectCurrentClip,
  selectHasAds,
  selectIndex,
} from '../../../machines/feed/feed.selectors.ts';
import { selectHasFailed, selectIsWaitingForTap } from '../../../machines/video/video.selectors.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { ClipActor, FeedActor } from './actors.ts';
import { ClipReward } from './clip-reward.tsx';
import { FeedButtons } from './feed-buttons.tsx';
import './feed-controls.css';

const AdControls = lazyComponent(() => import('./ad-controls.tsx'));

/** Controls that keep their place while the clips move below: a finger or key finds the same button on every clip. */
export function FeedControls({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const clip = useSelector(feed, selectCurrentClip);
  const ad = useSelector(feed, selectCurrentAd);
  const hasAds = useSelector(feed, selectHasAds);
  const index = useSelector(feed, selectIndex);
  return (
    <div className="feed-fixed">
      <section
        className="feed-controls"
        aria-label={
          ad &&
          t({
            message: 'Advertisement',
            comment: 'Name of the region with an advertisement, for screen readers.',
          })
        }
      >
        {clip ? (
          <>
            <Surface clip={clip} />
            {ad ? null : <ClipReward key={index} feed={feed} clip={clip} />}
            {hasAds ? <AdControls feed={feed} ad={ad} clip={clip} index={index} /> : null}
            <FeedButtons feed={feed} clip={clip} ad={ad} />
          </>
        ) : null}
      </section>
    </div>
  );
}

/** The whole clip is a button: pause and play. */
function Surface({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const isResting = useSelector(clip, selectIsWaitingForTap);
  if (useSelector(clip, selectHasFailed)) return null;
  return (
    <button
      type="button"
      className="cover clip-surface"
      aria-label={isResting ? t`Tap to play` : t`Pause`}
      onClick={() => clip.send({ type: isResting ? 'play.pressed' : 'pause.pressed' })}
    />
  );
}
