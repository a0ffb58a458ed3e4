import { listen } from './listen.ts';

/** Calls back with whether the page can be seen, now and at every change; returns an unsubscribe function. */
export function watchVisibility(report: (isVisible: boolean) => void): () => void {
  const notify = () => report(document.visibilityState === 'visible');
  notify();
  return listen(document, ['visibilitychange'], notify);
}

/** Calls back with whether the device says it is connected, now and at every change. */
export function watchConnectivity(report: (isOnline: boolean) => void): () => void {
  const notify = () => report(navigator.onLine);
  notify();
  return listen(globalThis, ['online', 'offline'], notify);
}

/** Calls back when somebody turns to the page again; returns an unsubscribe function. */
export const watchReturn = (report: () => void) =>
  listen(globalThis, ['focus', 'pageshow'], report);
