import { startInstall } from '../../app/actors/install.actors.ts';
import { startTheme } from '../../app/actors/theme.actors.ts';
import type { Starts } from '../../app/system/starts.ts';
import { provideDevice } from './device.actors.ts';
import { provideMaintenance } from './maintenance.actors.ts';

export { default as Screen } from './tools-screen.tsx';

export const starts: Starts = (effects, input) => [
  startInstall(effects, input),
  startTheme(effects, input),
  { id: 'device', logic: provideDevice() },
  { id: 'maintenance', logic: provideMaintenance() },
];
