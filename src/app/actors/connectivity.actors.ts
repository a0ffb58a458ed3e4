import { getAppConfig } from '../../../contract/config.calls.ts';
import { connectivityMachine } from '../../../machines/connectivity.machine.ts';
import { hasFailedClip, hasFailedFile } from '../../ports/activity.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

/** The connection to the server, doubted after a lost call, or if a clip or file failed before its start. */
function provideConnectivity({ api, calls }: Effects) {
  return connectivityMachine.provide({
    actors: {
      ...promises(connectivityMachine, {
        askServer: async ({ signal }) => {
          await api(getAppConfig, {}, { signal });
        },
      }),
      ...listeners(connectivityMachine, {
        watchCalls: ({ sendBack }) =>
          calls.watchLost(() => sendBack({ type: 'connectivity.doubted' })),
      }),
    },
  });
}

export const startConnectivity: Start = (effects) => ({
  id: 'connectivity',
  logic: provideConnectivity(effects),
  readInput: () => ({
    isDoubted: effects.calls.lastCallLost() || hasFailedClip() || hasFailedFile(),
  }),
});
