import { type Activity, appUpdateMachine } from '../../../machines/app-update.machine.ts';
import { isAnyPlaying, isAnythingTyped, pauseClips, watchPlaying } from '../../ports/activity.ts';
import { takeOver, watchUpdates } from '../../ports/app-update.ts';
import { together } from '../../ports/listen.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

/** The app's updates, and the activities that a reload would interrupt. */
export function provideAppUpdate({ calls }: Effects) {
  return appUpdateMachine.provide({
    actors: {
      ...promises(appUpdateMachine, { takeOver: ({ signal }) => takeOver(signal) }),
      ...listeners(appUpdateMachine, {
        watchUpdates: ({ sendBack }) => watchUpdates(() => sendBack({ type: 'update.found' })),
        watchActivity: ({ sendBack, receive }) => {
          const report = () => {
            const activity: Activity = {
              isPlaying: isAnyPlaying(),
              hasRunningRequests: calls.isAny(),
              isTyping: isAnythingTyped(),
            };
            sendBack({ type: 'activity.changed', activity });
          };
          receive(report);
          report();
          return together(watchPlaying(report), calls.watch(report));
        },
      }),
    },
    actions: { pauseClips, reloadPage: () => location.reload() },
  });
}
