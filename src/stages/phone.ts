import { breakReminderMachine } from '../../machines/break-reminder.machine.ts';
import { startClipLoading } from '../app/actors/clip-loading.actors.ts';
import { startConnectivity } from '../app/actors/connectivity.actors.ts';
import { startDataUsed } from '../app/actors/data-used.actors.ts';
import { startNowPlaying } from '../app/actors/now-playing.actors.ts';
import { startWatchProgress } from '../app/actors/watch-progress.actors.ts';
import type { Starts } from '../app/system/starts.ts';

/** Child actors for the connection, data use, playback and watch time; the third boot phase starts them. */
export const starts: Starts = (effects, input) => [
  startConnectivity(effects, input),
  startClipLoading(effects, input),
  startDataUsed(effects, input),
  startNowPlaying(effects, input),
  { id: 'breakReminder', logic: breakReminderMachine },
  ...(input.user ? [startWatchProgress(effects, input)] : []),
];
