import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { hasFailed, rests } from '../../app/clip-facts.ts';
import './ad.css';
import { AdBadges } from './ad-badges.tsx';
import { AdCard } from './ad-card.tsx';
import { type ClipActor, currentAd, currentClip, type FeedActor } from './clip.ts';
import { ClipReward } from './clip-reward.tsx';
import { FeedButtons } from './feed-buttons.tsx';
import './feed-controls.css';

/**
 * What stays in its place while the clips move below it: a finger, or a key, that goes on from
 * clip to clip finds the same button every time.
 */
export function FeedControls({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const clip = useSelector(feed, currentClip);
  const ad = useSelector(feed, currentAd);
  const index = useSelector(feed, ({ context }) => context.index);
  return (
    <div className="feed-fixed">
      <section className="feed-controls" aria-label={ad && t`Advertisement`}>
        {clip ? (
          <>
            <Surface clip={clip} />
            {ad ? (
              <AdBadges key={index} feed={feed} ad={ad} clip={clip} />
            ) : (
              <ClipReward key={index} feed={feed} clip={clip} />
            )}
            {ad ? <AdCard key={`card ${index}`} ad={ad} clip={clip} /> : null}
            <FeedButtons feed={feed} clip={clip} ad={ad} />
          </>
        ) : null}
      </section>
    </div>
  );
}

/** The whole clip is the button that pauses it and plays it again. */
function Surface({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const resting = useSelector(clip, rests);
  const failed = useSelector(clip, hasFailed);
  if (failed) return null;
  return (
    <button
      type="button"
      className="clip-surface"
      aria-label={resting ? t`Tap to play` : t`Pause`}
      onClick={() => clip.send({ type: resting ? 'play.pressed' : 'pause.pressed' })}
    />
  );
}
