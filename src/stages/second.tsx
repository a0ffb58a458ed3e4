import { startDailyShare } from '../app/actors/daily-share.actors.ts';
import { startLocale } from '../app/actors/locale.actors.ts';
import type { Starts } from '../app/system/starts.ts';

export { drawApp } from '../app/shell/draw.tsx';
export { default as Screen } from '../screens/feed/feed-screen.tsx';

/**
 * Children for the screen around the first clip, and `dailyShare`: the outbox may get the answer to a persisted share
 * claim before the third boot phase.
 */
export const starts: Starts = (effects, input) => [
  startLocale(effects, input),
  ...startDailyShare(effects, input),
];
