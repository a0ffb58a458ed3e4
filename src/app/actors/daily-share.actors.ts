import { incrementShare } from '../../../contract/share.calls.ts';
import { dailyShareMachine } from '../../../machines/daily-share.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

/** What a share is worth. */
function provideDailyShare({ api, storage }: Effects) {
  return dailyShareMachine.provide({
    actors: promises(dailyShareMachine, {
      incrementShare: async ({ signal }) => {
        await api(incrementShare, {}, { signal });
      },
    }),
    actions: { storeDay: ({ context }) => storage.lastShareDate.write(context.lastDay) },
  });
}

export const startDailyShare: Start = (effects, { nonce }) => ({
  id: 'dailyShare',
  logic: provideDailyShare(effects),
  input: { lastDay: effects.storage.lastShareDate.read(), nonce },
});
