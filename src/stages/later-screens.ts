import type { ComponentType } from 'react';
import type { ScreenName } from '../../machines/app/screens.ts';
import type { Starts } from '../app/system/starts.ts';

/** The code of a module: the actors that start with it, and its components. */
export interface ModuleCode {
  starts?: Starts;
  Screen?: ComponentType;
  Extras?: ComponentType;
}

export type LoadCode = () => Promise<ModuleCode>;

/** Screens besides those with which most first visits begin. */
export type LaterScreen = Exclude<ScreenName, 'feed' | 'login' | 'newUser'>;

/** Screens for engineers; their code is never prefetched. */
type EngineersScreen = 'demo' | 'tools' | 'machines';

/** The screen of mailed links and forgotten passwords; few people need it, so its code is not prefetched. */
type LinkedScreen = 'reset';

/** Screens whose code is prefetched at idle times. */
const prefetchedScreens: Record<Exclude<LaterScreen, EngineersScreen | LinkedScreen>, LoadCode> = {
  invite: () => import('../screens/invite/index.ts'),
  withdraw: () => import('../screens/withdraw/index.ts'),
  mine: () => import('../screens/mine/index.ts'),
  tasks: () => import('../screens/tasks/index.ts'),
  reminder: () => import('../screens/reminder/index.ts'),
  install: () => import('../screens/install/index.ts'),
  notFound: () => import('../screens/not-found/index.ts'),
};

export const laterScreens: Record<LaterScreen, LoadCode> = {
  ...prefetchedScreens,
  reset: () => import('../screens/reset/index.ts'),
  demo: () => import('../debug/calls/index.ts'),
  tools: () => import('../debug/tools/index.ts'),
  machines: () => import('../debug/machines/index.ts'),
};

export const prefetched = Object.keys(prefetchedScreens) as (keyof typeof prefetchedScreens)[];
