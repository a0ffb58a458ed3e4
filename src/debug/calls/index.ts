import { startInstall } from '../../app/actors/install.actors.ts';
import type { Starts } from '../../app/system/starts.ts';
import { provideDebugCalls } from './debug-calls.actors.ts';

export { default as Screen } from './demo-screen.tsx';

export const starts: Starts = (effects, input) => [
  startInstall(effects, input),
  {
    id: 'debugCalls',
    logic: provideDebugCalls(effects),
    readInput: () => ({ idPrefix: input.idPrefix }),
  },
];
