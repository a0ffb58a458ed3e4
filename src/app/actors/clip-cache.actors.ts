import { clipCacheMachine } from '../../../machines/clip-cache.machine.ts';
import { isAnyLoading } from '../../ports/activity.ts';
import { cacheFile } from '../../ports/cache-file.ts';
import { promises } from '../system/adapters.ts';
import type { Start } from '../system/starts.ts';
import { savesData } from './clip-loading.actors.ts';

const provideClipCache = () =>
  clipCacheMachine.provide({
    actors: promises(
      clipCacheMachine,
      {
        cacheClip: async ({ input: { clip }, signal }) => {
          if (!clip) return;
          if (isAnyLoading()) throw new Error('a clip is loading');
          const words = clip.captions?.map(({ url }) => url) ?? [];
          for (const url of [clip.poster, ...words]) await cacheFile(url, signal);
          await cacheFile(clip.url, signal);
        },
      },
      ['cacheClip'],
    ),
  });

/** The cache of clips in the service worker. */
export const startClipCache: Start = (effects) => ({
  id: 'clipCache',
  logic: provideClipCache(),
  readInput: () => ({ loading: savesData(effects) ? 'tapped' : 'ahead' }),
});
