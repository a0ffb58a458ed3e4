import { checkAndAddExtraRewards } from '../../../contract/share.calls.ts';
import { limitMachine } from '../../../machines/limit.machine.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

const MINUTE_MS = 60_000;

/** The day's limit, with the call for extra views and the server's clock. */
export const provideLimit = ({ api, serverClock }: Effects) =>
  limitMachine.provide({
    actors: {
      ...promises(limitMachine, {
        addExtraViews: ({ signal }) => api(checkAndAddExtraRewards, {}, { signal }),
      }),
      ...listeners(limitMachine, {
        watchMinutes: ({ sendBack }) => {
          const tell = () => sendBack({ type: 'minute.began', nowMs: serverClock.nowMs() });
          tell();
          const timer = setInterval(tell, MINUTE_MS);
          return () => clearInterval(timer);
        },
      }),
    },
  });
