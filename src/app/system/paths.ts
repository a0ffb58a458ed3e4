import { isEntrance, type ScreenName } from '../../../machines/app/screens.ts';
import { listen } from '../../ports/listen.ts';

/** Where each screen is. */
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
  /** wherever nothing else is */
  notFound: '',
} as const satisfies Record<ScreenName, string>;

/** the log-in card, its other side first */
export const REGISTER_PATH = `${paths.login}?tab=register`;

const names = Object.keys(paths) as ScreenName[];

/** A path without its end: `/mine/index` and `/mine/` are `/mine`, `/Demo/demo` is `/Demo`. */
const shortOf = (path: string) => path.replace(/(.)\/((index|demo)\/?)?$/, '$1');

/** The screen at a path, or at a shorter one. */
export const screenAt = (path: string): ScreenName =>
  names.find((name) => shortOf(paths[name]) === shortOf(path)) ?? 'notFound';

/** wouter reports what it does to the history, once it is there. */
const EVENTS = ['popstate', 'pushState', 'replaceState', 'navigated'] as const;

/** Goes to another path of ours, or stays there in the place of the current entry. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  dispatchEvent(new Event('navigated'));
}

/**
 * Calls back with the screen whose path is open, which gets the path that is its own, now and at
 * every change; returns an unsubscribe function. A dialog that opens or closes moves in the history,
 * too, and changes nothing here.
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

/** The log-in, and back to a screen afterwards. */
export const loginPathFor = (screen: ScreenName) =>
  `${paths.login}?next=${encodeURIComponent(paths[screen])}`;

/** Where to go after logging in: only ever a known screen of ours. */
export function returnPathOf(search: string): string {
  const wanted = screenAt(new URLSearchParams(search).get('next') ?? paths.feed);
  return wanted === 'notFound' || isEntrance(wanted) ? paths.feed : paths[wanted];
}
