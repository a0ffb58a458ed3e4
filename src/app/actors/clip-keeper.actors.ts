import { clipKeeperMachine } from '../../../machines/clip-keeper.machine.ts';
import { isAnyLoading } from '../../ports/activity.ts';
import { keepFile } from '../../ports/keep-file.ts';
import { promises } from '../system/adapters.ts';
import type { Start } from '../system/starts.ts';
import { savesData } from './clip-loading.actors.ts';

const provideClipKeeper = () =>
  clipKeeperMachine.provide({
    actors: promises(
      clipKeeperMachine,
      {
        keepClip: async ({ input: { clip }, signal }) => {
          if (!clip) return;
          if (isAnyLoading()) throw new Error('a clip is loading');
          await keepFile(clip.poster, signal);
          await keepFile(clip.url, signal);
        },
      },
      ['keepClip'],
    ),
  });

/** The clips that the service worker keeps. */
export const startClipKeeper: Start = (effects) => ({
  id: 'clipKeeper',
  logic: provideClipKeeper(),
  readInput: () => ({ loading: savesData(effects) ? 'tapped' : 'ahead' }),
});
