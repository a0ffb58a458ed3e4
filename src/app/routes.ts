import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type ComponentType, lazy } from 'react';
import FeedScreen from '../screens/feed/feed-screen.tsx';
import { trackLoad } from './page-progress.ts';
import {
  FEED_PATH,
  INSTALL_PATH,
  INVITE_PATH,
  LANDING_PATH,
  LOGIN_PATH,
  MINE_PATH,
  NOTIFICATIONS_PATH,
  TASKS_PATH,
  WITHDRAW_PATH,
} from './path.ts';

export type ScreenName =
  | 'feed'
  | 'login'
  | 'newUser'
  | 'invite'
  | 'withdraw'
  | 'mine'
  | 'tasks'
  | 'reminder'
  | 'demo'
  | 'tools'
  | 'machines'
  | 'install'
  | 'notFound';

type Load = () => Promise<{ default: ComponentType }>;

export interface Route {
  readonly name: ScreenName;
  readonly path: string;
  /** shorter path that leads here */
  readonly alias?: string;
  /** first half of the document's title */
  readonly title: MessageDescriptor;
  /** a visitor is led to log in first, and then back */
  readonly isPrivate: boolean;
  /** once visited it stays as it was left */
  readonly isCached: boolean;
  readonly Screen: ComponentType;
}

/** The code of a screen did not arrive: the line broke, or a newer version replaced it. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
}

const loads = new Map<ScreenName, Load>();
/** Nobody but an engineer opens these: nobody else pays for their code. */
const rare = new Set<ScreenName>(['demo', 'tools', 'machines']);
const loaded = new Set<ScreenName>();

/** A screen whose code is fetched when it is wanted, or a little before. */
function onDemand(name: ScreenName, load: Load): ComponentType {
  const noting: Load = async () => {
    try {
      const code = await load();
      loaded.add(name);
      return code;
    } catch (cause) {
      throw new ScreenLoadError(`the screen "${name}" could not be loaded`, { cause });
    }
  };
  loads.set(name, noting);
  return lazy(() => (loaded.has(name) ? noting() : trackLoad(noting())));
}

/** Fetches the code of a screen that will probably be opened; failing is no matter. */
export function prefetchScreen(name: ScreenName): void {
  if (!loaded.has(name))
    loads
      .get(name)?.()
      .catch(() => undefined);
}

/** Fetches the code of all screens, for a moment when nothing else needs the line. */
export function prefetchScreens(): void {
  for (const name of loads.keys()) if (!rare.has(name)) prefetchScreen(name);
}

const login = onDemand('login', () => import('../screens/login/login-screen.tsx'));
const newUser = onDemand('newUser', () => import('../screens/newuser/newuser-screen.tsx'));
const invite = onDemand('invite', () => import('../screens/invite/invite-screen.tsx'));
const withdraw = onDemand('withdraw', () => import('../screens/withdraw/withdraw-screen.tsx'));
const mine = onDemand('mine', () => import('../screens/mine/mine-screen.tsx'));
const tasks = onDemand('tasks', () => import('../screens/tasks/tasks-screen.tsx'));
const reminder = onDemand('reminder', () => import('../screens/reminder/reminder-screen.tsx'));
const demo = onDemand('demo', () => import('../screens/demo/demo-screen.tsx'));
const tools = onDemand('tools', () => import('../screens/tools/tools-screen.tsx'));
const machines = onDemand('machines', () => import('../screens/machines/machines-screen.tsx'));
const install = onDemand('install', () => import('../screens/install/install-screen.tsx'));
const notFound = onDemand('notFound', () => import('../screens/not-found/not-found-screen.tsx'));

const open = { isPrivate: false, isCached: true } as const;
const guarded = { isPrivate: true, isCached: true } as const;
const fleeting = { isPrivate: false, isCached: false } as const;

export const routes: readonly Route[] = [
  // the first screen of most visits: its code is part of the app's own
  { name: 'feed', path: FEED_PATH, title: msg`Short Video`, Screen: FeedScreen, ...open },
  { name: 'login', path: LOGIN_PATH, title: msg`Login`, Screen: login, ...fleeting },
  {
    name: 'newUser',
    path: LANDING_PATH,
    title: msg`Watch videos and earn cash`,
    Screen: newUser,
    ...fleeting,
  },
  {
    name: 'invite',
    path: INVITE_PATH,
    alias: '/invite',
    title: msg`Invite Friends`,
    Screen: invite,
    ...guarded,
  },
  {
    name: 'withdraw',
    path: WITHDRAW_PATH,
    alias: '/withdraw',
    title: msg`Withdraw`,
    Screen: withdraw,
    ...guarded,
  },
  {
    name: 'mine',
    path: MINE_PATH,
    alias: '/mine',
    title: msg`My Profile`,
    Screen: mine,
    ...guarded,
  },
  {
    name: 'tasks',
    path: TASKS_PATH,
    alias: '/tasks',
    title: msg`Task Center`,
    Screen: tasks,
    ...guarded,
  },
  {
    name: 'reminder',
    path: NOTIFICATIONS_PATH,
    title: msg`Notifications`,
    Screen: reminder,
    ...fleeting,
  },
  {
    name: 'install',
    path: INSTALL_PATH,
    title: msg`Install the app`,
    Screen: install,
    ...fleeting,
  },
  {
    name: 'demo',
    path: '/Demo/demo',
    alias: '/Demo',
    title: msg`debug page`,
    Screen: demo,
    ...fleeting,
  },
  { name: 'tools', path: '/Demo/tools', title: msg`tools`, Screen: tools, ...fleeting },
  {
    name: 'machines',
    path: '/Demo/machines',
    title: msg`Live machines`,
    Screen: machines,
    ...fleeting,
  },
];

const unknown: Route = {
  name: 'notFound',
  path: '',
  title: msg`Page not found`,
  Screen: notFound,
  ...fleeting,
};

/** The route of a path; a slash at the end makes no difference. */
export function routeOf(path: string): Route {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return routes.find((route) => route.path === plain || route.alias === plain) ?? unknown;
}

/** The screens that a member has no business on. */
export const isEntrance = ({ name }: Route) => name === 'login' || name === 'newUser';

/** Where to go after logging in: only ever a known screen of ours. */
export function returnPathOf(search: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? FEED_PATH;
  const route = routeOf(wanted);
  return route.name === 'notFound' || isEntrance(route) ? FEED_PATH : route.path;
}

export const loginPathFor = (route: Route) =>
  `${LOGIN_PATH}?next=${encodeURIComponent(route.path)}`;
