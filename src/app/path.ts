export const FEED_PATH = '/';
export const LOGIN_PATH = '/login';
/** the same card, its other side first */
export const REGISTER_PATH = '/login?tab=register';
export const INVITE_PATH = '/invite/index';
export const TASKS_PATH = '/tasks/index';
export const LANDING_PATH = '/newuser';
export const WITHDRAW_PATH = '/withdraw/index';
export const MINE_PATH = '/mine/index';
export const NOTIFICATIONS_PATH = '/notifications';
export const INSTALL_PATH = '/install';

/** wouter tells the window whenever anybody goes anywhere. */
const EVENTS = ['popstate', 'pushState', 'replaceState'] as const;

/**
 * Calls back with the path, now and at every change; returns the way out. A dialog that opens or
 * closes moves in the history, too, and changes nothing here.
 */
export function watchPath(report: (path: string) => void): () => void {
  let last: string | null = null;
  const tell = () => {
    if (location.pathname === last) return;
    last = location.pathname;
    report(last);
  };
  for (const event of EVENTS) addEventListener(event, tell);
  tell();
  return () => {
    for (const event of EVENTS) removeEventListener(event, tell);
  };
}
