import type { ComponentType } from 'react';
import type { ScreenName } from '../../machines/app/screens.ts';
import type { Starts } from '../app/system/starts.ts';

/** What a module's code brings along: the actors that start with it, and what it draws. */
export interface ModuleCode {
  starts?: Starts;
  Screen?: ComponentType;
  Extras?: ComponentType;
}

export type LoadCode = () => Promise<ModuleCode>;

/** The screens with which nobody's first visit begins. */
export type LaterScreen = Exclude<ScreenName, 'feed' | 'login' | 'newUser'>;

/** Nobody but an engineer opens these: nobody else pays for their code. */
type EngineersScreen = 'demo' | 'tools' | 'machines';

/** By a link that few are ever sent: the same. */
type LinkedScreen = 'reset';

/** Fetched ahead, in quiet moments. */
const everybodysScreens: Record<Exclude<LaterScreen, EngineersScreen | LinkedScreen>, LoadCode> = {
  invite: () => import('../screens/invite/index.ts'),
  withdraw: () => import('../screens/withdraw/index.ts'),
  mine: () => import('../screens/mine/index.ts'),
  tasks: () => import('../screens/tasks/index.ts'),
  reminder: () => import('../screens/reminder/index.ts'),
  install: () => import('../screens/install/index.ts'),
  notFound: () => import('../screens/not-found/index.ts'),
};

export const laterScreens: Record<LaterScreen, LoadCode> = {
  ...everybodysScreens,
  reset: () => import('../screens/reset/index.ts'),
  demo: () => import('../debug/calls/index.ts'),
  tools: () => import('../debug/tools/index.ts'),
  machines: () => import('../debug/machines/index.ts'),
};

export const ofEverybody = Object.keys(everybodysScreens) as (keyof typeof everybodysScreens)[];
