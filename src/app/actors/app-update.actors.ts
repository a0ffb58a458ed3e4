import { fromCallback, fromPromise } from 'xstate';
import { type Activity, appUpdateMachine } from '../../../machines/app-update.machine.ts';
import { isAnyPlaying, isAnythingTyped, pauseClips, watchPlaying } from '../../ports/activity.ts';
import { takeOver, watchUpdates } from '../../ports/app-update.ts';
import { watchPageVisibility } from '../../ports/visibility.ts';
import type { Effects } from '../effects.ts';

/** Newer versions of the app, and what a reload would break into. */
export function provideAppUpdate({ calls }: Effects) {
  return appUpdateMachine.provide({
    actors: {
      takeOver: fromPromise<void>(({ signal }) => takeOver(signal)),
      watchUpdates: fromCallback(({ sendBack }) =>
        watchUpdates(() => sendBack({ type: 'update.found' })),
      ),
      watchActivity: fromCallback(({ sendBack }) => {
        const tell = () => {
          const activity: Activity = {
            isHidden: document.visibilityState === 'hidden',
            isPlaying: isAnyPlaying(),
            isCalling: calls.isAny(),
            isTyping: isAnythingTyped(),
          };
          sendBack({ type: 'activity.changed', activity });
        };
        const leave = [watchPageVisibility(tell), watchPlaying(tell), calls.watch(tell)];
        return () => {
          for (const stop of leave) stop();
        };
      }),
    },
    actions: { pauseClips, reloadPage: () => location.reload() },
  });
}
