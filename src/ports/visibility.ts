/** Calls back with whether the page can be seen, now and at every change; returns an unsubscribe function. */
export function watchPageVisibility(report: (isVisible: boolean) => void): () => void {
  const notify = () => report(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', notify);
  notify();
  return () => document.removeEventListener('visibilitychange', notify);
}

/** Calls back when the device is connected again. */
export function watchOnline(report: () => void): () => void {
  addEventListener('online', report);
  return () => removeEventListener('online', report);
}

/** Calls back with whether the device says it is connected, now and at every change. */
export function watchConnectivity(report: (isOnline: boolean) => void): () => void {
  const notify = () => report(navigator.onLine);
  const controller = new AbortController();
  for (const type of ['online', 'offline']) {
    addEventListener(type, notify, { signal: controller.signal });
  }
  notify();
  return () => controller.abort();
}

/** Calls back when somebody looks at the page again; returns an unsubscribe function. */
export function watchReturn(report: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('focus', report, { signal });
  addEventListener('pageshow', report, { signal });
  const look = () => {
    if (document.visibilityState === 'visible') report();
  };
  document.addEventListener('visibilitychange', look, { signal });
  return () => controller.abort();
}
