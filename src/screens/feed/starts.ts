import { provideEarning } from '../../app/actors/earning.actors.ts';
import { provideFeed } from '../../app/actors/feed.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

/** The machines that play the first clip, count it and claim its reward. */
export const starts: Starts = (effects, { user, idPrefix }) => [
  // starts before the feed, which reads its context; not started for visitors
  ...(user ? [{ id: 'earning', logic: provideEarning(effects) } as const] : []),
  {
    id: 'feed',
    logic: provideFeed(effects),
    readInput: () => ({
      firstClip: effects.firstClip,
      firstSrc: effects.firstSrc,
      isSoundOn: false,
      rendition: effects.rendition.read(),
      // `current`: the next clip is loaded after the code that draws the screen
      loading: effects.waitsForTap() ? 'tapped' : 'current',
      idPrefix,
    }),
  },
];
