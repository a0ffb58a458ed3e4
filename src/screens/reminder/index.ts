import { startConfig } from '../../app/actors/config.actors.ts';
import { startInstall } from '../../app/actors/install.actors.ts';
import { startPush } from '../../app/actors/push.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './reminder-screen.tsx';

export const starts: Starts = (effects, input) => [
  startConfig(effects, input),
  startInstall(effects, input),
  startPush(effects, input),
];
