import { listen, together } from './listen.ts';

/** Calls back with whether the page can be seen, now and at every change; returns an unsubscribe function. */
export function watchPageVisibility(report: (isVisible: boolean) => void): () => void {
  const notify = () => report(document.visibilityState === 'visible');
  notify();
  return listen(document, ['visibilitychange'], notify);
}

/** Calls back when the device is connected again. */
export const watchOnline = (report: () => void) => listen(globalThis, ['online'], report);

/** Calls back with whether the device says it is connected, now and at every change. */
export function watchConnectivity(report: (isOnline: boolean) => void): () => void {
  const notify = () => report(navigator.onLine);
  notify();
  return listen(globalThis, ['online', 'offline'], notify);
}

/** Calls back when somebody looks at the page again; returns an unsubscribe function. */
export function watchReturn(report: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') report();
  };
  return together(
    listen(globalThis, ['focus', 'pageshow'], report),
    listen(document, ['visibilitychange'], look),
  );
}
