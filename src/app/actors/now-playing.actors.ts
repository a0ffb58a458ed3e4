import { nowPlayingMachine } from '../../../machines/now-playing.machine.ts';
import { showPaused, showPlaying, watchMediaControls } from '../../ports/media-session.ts';
import { keepScreenOn } from '../../ports/wake-lock.ts';
import { listeners } from '../system/adapters.ts';
import type { Start } from '../system/starts.ts';

/** The playing clip in the system's media controls. */
const provideNowPlaying = () =>
  nowPlayingMachine.provide({
    actors: listeners(nowPlayingMachine, {
      watchControls: ({ sendBack }) =>
        watchMediaControls((control) => sendBack({ type: 'control.used', control })),
      keepScreenOn,
    }),
    actions: {
      showPlaying: (_, clip) => clip && showPlaying(clip),
      showPaused,
    },
  });

export const startNowPlaying: Start = () => ({
  id: 'nowPlaying',
  logic: provideNowPlaying(),
});
