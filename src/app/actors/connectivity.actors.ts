import { getAppConfig } from '../../../contract/config.calls.ts';
import { lineMachine } from '../../../machines/line.machine.ts';
import { hasFailedClip } from '../../ports/activity.ts';
import { together } from '../../ports/listen.ts';
import { watchOnline, watchPageVisibility } from '../../ports/visibility.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

/** The line to the server, as its calls and clips come through it or do not. */
function provideLine({ api, calls }: Effects) {
  return lineMachine.provide({
    actors: {
      ...promises(lineMachine, {
        askServer: async ({ signal }) => {
          await api(getAppConfig, {}, { signal });
        },
      }),
      ...listeners(lineMachine, {
        watchLine: ({ sendBack }) =>
          together(
            calls.watchLost(() => sendBack({ type: 'line.doubted' })),
            watchOnline(() => sendBack({ type: 'network.returned' })),
            watchPageVisibility((isVisible) =>
              sendBack({ type: isVisible ? 'page.shown' : 'page.hidden' }),
            ),
          ),
      }),
    },
  });
}

export const startLine: Start = (effects) => ({
  id: 'line',
  logic: provideLine(effects),
  readInput: () => ({ isDoubted: effects.calls.isAnyLost() || hasFailedClip() }),
});
