import type { ComponentType } from 'react';
import type { ScreenName } from '../../machines/app/screens.ts';
import type { Starts } from '../app/system/starts.ts';

/** What a part's code brings along: the actors that start with it, and what it draws. */
export interface PartCode {
  starts?: Starts;
  Screen?: ComponentType;
  Extras?: ComponentType;
}

export type LoadCode = () => Promise<PartCode>;

/** The screens with which nobody's first visit begins. */
export type LaterScreen = Exclude<ScreenName, 'feed' | 'login' | 'newUser'>;

export const laterScreens: Record<LaterScreen, LoadCode> = {
  invite: () => import('../screens/invite/index.ts'),
  withdraw: () => import('../screens/withdraw/index.ts'),
  mine: () => import('../screens/mine/index.ts'),
  tasks: () => import('../screens/tasks/index.ts'),
  reminder: () => import('../screens/reminder/index.ts'),
  install: () => import('../screens/install/index.ts'),
  demo: () => import('../debug/calls/index.ts'),
  tools: () => import('../debug/tools/index.ts'),
  machines: () => import('../debug/machines/index.ts'),
  notFound: () => import('../screens/not-found/index.ts'),
};

/** Nobody but an engineer opens the others: nobody else pays for their code. */
export const ofEverybody = (Object.keys(laterScreens) as LaterScreen[]).filter(
  (screen) => !['demo', 'tools', 'machines'].includes(screen),
);
