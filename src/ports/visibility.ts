/** Calls back with whether the page can be seen, now and at every change; returns the way out. */
export function watchPageVisibility(report: (isVisible: boolean) => void): () => void {
  const tell = () => report(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', tell);
  tell();
  return () => document.removeEventListener('visibilitychange', tell);
}

/** Calls back when the device is connected again. */
export function watchOnline(report: () => void): () => void {
  addEventListener('online', report);
  return () => removeEventListener('online', report);
}

/** Calls back with whether the device says it is connected, now and at every change. */
export function watchLine(report: (isOnline: boolean) => void): () => void {
  const tell = () => report(navigator.onLine);
  const leaving = new AbortController();
  for (const type of ['online', 'offline']) {
    addEventListener(type, tell, { signal: leaving.signal });
  }
  tell();
  return () => leaving.abort();
}

/** Calls back with the system's colour scheme at every change. */
export function watchSystemScheme(report: (scheme: 'light' | 'dark') => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const tell = () => report(query.matches ? 'dark' : 'light');
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}

export function systemScheme(): 'light' | 'dark' {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
