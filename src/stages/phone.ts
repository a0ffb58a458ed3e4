import { startClipLoading } from '../app/actors/clip-loading.actors.ts';
import { startDataUsed } from '../app/actors/data-used.actors.ts';
import { startLine } from '../app/actors/line.actors.ts';
import { startNowPlaying } from '../app/actors/now-playing.actors.ts';
import type { Starts } from '../app/system/starts.ts';

/** What looks after the phone: its line, its data, its screen. */
export const starts: Starts = (effects, input) => [
  startLine(effects, input),
  startClipLoading(effects, input),
  startDataUsed(effects, input),
  startNowPlaying(effects, input),
];
