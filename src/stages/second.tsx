import { startLocale } from '../app/actors/locale.actors.ts';
import { startSharing } from '../app/actors/share.actors.ts';
import type { Starts } from '../app/system/starts.ts';

export { drawApp } from '../app/shell/draw.tsx';
export { default as Screen } from '../screens/feed/feed-screen.tsx';

/** What the screen around the first clip needs. */
export const starts: Starts = (effects, input) => [
  startLocale(effects, input),
  ...startSharing('share-feed')(effects, input),
];
