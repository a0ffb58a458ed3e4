import { provideEarning } from '../../app/actors/earning.actors.ts';
import { provideFeed } from '../../app/actors/feed.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

/** What plays the first clip, counts it and claims it. */
export const starts: Starts = (effects, { user, idPrefix }) => [
  // the feed asks it; without it nobody is logged in
  ...(user ? [{ id: 'earning', logic: provideEarning(effects) } as const] : []),
  {
    id: 'feed',
    logic: provideFeed(effects),
    readInput: () => ({
      firstClip: effects.firstClip,
      firstSrc: effects.firstSrc,
      isSoundOn: false,
      rendition: effects.rendition.read(),
      // the next clip waits for what draws the screen
      loading: effects.waitsForTap() ? 'tapped' : 'current',
      idPrefix,
    }),
  },
];
