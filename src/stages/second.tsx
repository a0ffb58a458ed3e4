import { startDailyShare } from '../app/actors/daily-share.actors.ts';
import { startLocale } from '../app/actors/locale.actors.ts';
import type { Starts } from '../app/system/starts.ts';

export { drawApp } from '../app/shell/draw.tsx';
export { default as Screen } from '../screens/feed/feed-screen.tsx';

/** What the screen around the first clip needs, and what a kept share's reward is told to. */
export const starts: Starts = (effects, input) => [
  startLocale(effects, input),
  ...startDailyShare(effects, input),
];
