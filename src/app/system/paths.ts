import { isForVisitors, type ScreenName } from '../../../machines/app/screens.ts';
import { listen } from '../../ports/listen.ts';

/** The path of each screen. */
export const paths = {
  feed: '/',
  login: '/login',
  newUser: '/newuser',
  reset: '/reset',
  invite: '/invite/index',
  withdraw: '/withdraw/index',
  mine: '/mine/index',
  tasks: '/tasks/index',
  reminder: '/notifications',
  install: '/install',
  demo: '/Demo/demo',
  tools: '/Demo/tools',
  machines: '/Demo/machines',
  /** any other path */
  notFound: '',
} as const satisfies Record<ScreenName, string>;

/** the log-in card, with its registration side first */
export const REGISTER_PATH = `${paths.login}?tab=register`;

const names = Object.keys(paths) as ScreenName[];

/** A path without its end: `/mine/index` and `/mine/` are `/mine`, `/Demo/demo` is `/Demo`. */
const shortOf = (path: string) => path.replace(/(.)\/((index|demo)\/?)?$/, '$1');

/** The screen at a path, even without its end. */
export const screenAt = (path: string): ScreenName =>
  names.find((name) => shortOf(paths[name]) === shortOf(path)) ?? 'notFound';

/** Once wouter is loaded, `pushState` and `replaceState` dispatch events of their names; `navigated` is our own. */
const EVENTS = ['popstate', 'pushState', 'replaceState', 'navigated'] as const;

/** Opens a path of this app, in a new entry of the history or in place of the current one. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  dispatchEvent(new Event('navigated'));
}

/**
 * Calls back with the screen at the page's path, now and at every change, and completes a short path; returns an
 * unsubscribe function. Dialogs also change the history when they open or close, but not the path.
 */
export function watchScreen(report: (screen: ScreenName) => void): () => void {
  let last: string | null = null;
  const look = () => {
    const { pathname, search, hash } = location;
    if (pathname === last) return;
    last = pathname;
    const screen = screenAt(pathname);
    const own = paths[screen];
    if (own !== '' && own !== pathname) navigate(own + search + hash, { replace: true });
    else report(screen);
  };
  const unlisten = listen(globalThis, EVENTS, look);
  look();
  return unlisten;
}

/** The path of the log-in, with the screen to return to. */
export const loginPathFor = (screen: ScreenName) =>
  `${paths.login}?next=${encodeURIComponent(paths[screen])}`;

/** The path to return to after the log-in: always a known screen of this app. */
export function returnPathOf(search: string): string {
  const wanted = screenAt(new URLSearchParams(search).get('next') ?? paths.feed);
  return wanted === 'notFound' || isForVisitors(wanted) ? paths.feed : paths[wanted];
}
