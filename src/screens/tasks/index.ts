import { startConfig } from '../../app/actors/config.actors.ts';
import { startInstall } from '../../app/actors/install.actors.ts';
import { startPush } from '../../app/actors/push.actors.ts';
import { startSharing } from '../../app/actors/share.actors.ts';
import { providePaidToday, provideSharedToday, startTasks } from '../../app/actors/tasks.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './tasks-screen.tsx';

export const starts: Starts = (effects, input) => [
  startConfig(effects, input),
  startInstall(effects, input),
  startPush(effects, input),
  ...startSharing('share-tasks')(effects, input),
  startTasks(effects, input),
  { id: 'paidToday', logic: providePaidToday(effects) },
  { id: 'sharedToday', logic: provideSharedToday(effects) },
];
