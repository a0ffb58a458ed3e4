import type { ResourceEvent } from '../../../machines/resource.machine.ts';
import { together } from '../../ports/listen.ts';
import { watchPageVisibility } from '../../ports/visibility.ts';
import { watchPath } from '../system/paths.ts';

/**
 * Calls back with whether a screen is looked at, now and at every change: its path is open, and so
 * is the tab. Returns an unsubscribe function.
 * @param ownPath the screen's; undefined: any
 * @param reopened called when somebody comes back to the path, before it is looked at
 */
function watchLooks(
  ownPath: string | undefined,
  report: (isPresent: boolean) => void,
  reopened: () => void = () => undefined,
): () => void {
  let isVisible: boolean | null = null;
  let isOpen = false;
  const unwatchPath = watchPath((path) => {
    isOpen = ownPath === undefined || path === ownPath;
    // the first one says only where we are
    if (isVisible === null) return;
    if (path === ownPath) reopened();
    report(isVisible && isOpen);
  });
  const unwatchPage = watchPageVisibility((visible) => {
    isVisible = visible;
    report(isVisible && isOpen);
  });
  return together(unwatchPage, unwatchPath);
}

type PresenceEvent = Extract<ResourceEvent, { type: 'presence.changed' }>;
type ScreenEvent = PresenceEvent | Extract<ResourceEvent, { type: 'data.outdated' }>;

/** A listener that reports whether a screen is looked at, at every change. */
export const watchPresence =
  (ownPath: string) =>
  ({ sendBack }: { sendBack: (event: PresenceEvent) => void }) =>
    watchLooks(ownPath, (isPresent) => sendBack({ type: 'presence.changed', isPresent }));

/**
 * The same for what is asked for: whoever comes back to the screen wants it as it is now.
 * @param ownPath the screen's; undefined: any screen may show it
 */
export const watchScreen =
  (ownPath?: string) =>
  ({ sendBack }: { sendBack: (event: ScreenEvent) => void }) =>
    watchLooks(
      ownPath,
      (isPresent) => sendBack({ type: 'presence.changed', isPresent }),
      () => sendBack({ type: 'data.outdated' }),
    );
