import { checkAndAddExtraRewards } from '../../../contract/share.calls.ts';
import { earningMachine } from '../../../machines/earning.machine.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

const MINUTE_MS = 60_000;

/** The machine of earning, with the call for extra views and the server's clock. */
export const provideEarning = ({ api, serverClock }: Effects) =>
  earningMachine.provide({
    actors: {
      ...promises(earningMachine, {
        addExtraViews: ({ signal }) => api(checkAndAddExtraRewards, {}, { signal }),
      }),
      ...listeners(earningMachine, {
        watchMinutes: ({ sendBack }) => {
          const tell = () => sendBack({ type: 'minute.began', nowMs: serverClock.nowMs() });
          tell();
          const timer = setInterval(tell, MINUTE_MS);
          return () => clearInterval(timer);
        },
      }),
    },
  });
