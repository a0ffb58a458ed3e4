import { incrementShare } from '../../../contract/share.calls.ts';
import { dailyShareMachine } from '../../../machines/daily-share.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Starts } from '../system/starts.ts';

function provideDailyShare({ api, storage }: Effects) {
  return dailyShareMachine.provide({
    actors: promises(dailyShareMachine, {
      incrementShare: async ({ input: { videoId }, signal }) => {
        await api(incrementShare, { videos_id: videoId }, { signal });
      },
    }),
    actions: { storeDay: ({ context }) => storage.lastShareDate.write(context.lastDay) },
  });
}

/** Not started for visitors: their shares earn no reward. */
export const startDailyShare: Starts = (effects, { user, idPrefix }) => {
  const readInput = () => ({ lastDay: effects.storage.lastShareDate.read(), idPrefix });
  return user ? [{ id: 'dailyShare', logic: provideDailyShare(effects), readInput }] : [];
};
