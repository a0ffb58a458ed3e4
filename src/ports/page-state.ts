import { listen } from './listen.ts';

/** Calls back with the page's visibility, now and at every change; returns an unsubscribe function. */
export function watchVisibility(report: (isVisible: boolean) => void): () => void {
  const notify = () => report(document.visibilityState === 'visible');
  notify();
  return listen(document, ['visibilitychange'], notify);
}

/** Calls back with the device's connectivity, as the device reports it, now and at every change. */
export function watchConnectivity(report: (isOnline: boolean) => void): () => void {
  const notify = () => report(navigator.onLine);
  notify();
  return listen(globalThis, ['online', 'offline'], notify);
}

/** Calls back when the page is focused or shown again; returns an unsubscribe function. */
export const watchReturn = (report: () => void) =>
  listen(globalThis, ['focus', 'pageshow'], report);
