export const FEED_PATH = '/';
export const LOGIN_PATH = '/login';

/** wouter tells the window whenever anybody goes anywhere. */
const EVENTS = ['popstate', 'pushState', 'replaceState'] as const;

/** Calls back with the path, now and at every change; returns the way out. */
export function watchPath(report: (path: string) => void): () => void {
  const tell = () => report(location.pathname);
  for (const event of EVENTS) addEventListener(event, tell);
  tell();
  return () => {
    for (const event of EVENTS) removeEventListener(event, tell);
  };
}
