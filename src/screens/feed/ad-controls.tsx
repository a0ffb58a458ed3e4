import type { AdActor, ClipActor, FeedActor } from './actors.ts';
import { AdBadges } from './ad-badges.tsx';
import { AdCard } from './ad-card.tsx';
import './ad.css';

interface AdControlsProps {
  feed: FeedActor;
  /** undefined: the stage shows a clip; only the code is loaded */
  ad: AdActor | undefined;
  clip: ClipActor;
  index: number;
}

/** Controls for an advertisement on the stage. */
export default function AdControls({ feed, ad, clip, index }: AdControlsProps) {
  if (!ad) return null;
  return (
    <>
      <AdBadges key={index} feed={feed} ad={ad} clip={clip} />
      <AdCard key={`card ${index}`} ad={ad} clip={clip} />
    </>
  );
}
