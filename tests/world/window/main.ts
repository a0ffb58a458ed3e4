import type { AnyActorLogic, InspectionEvent } from 'xstate';
import { createRoot, type System } from '../../../src/app/system/root.ts';
import { draw, loadModule } from '../../../src/stages/modules.ts';
import { watchBack } from '../../../src/ui/back.ts';

export { navigate, paths } from '../../../src/app/system/paths.ts';

export type Logic = AnyActorLogic;

/** Starts the app like `src/main.ts`, without views and with an inspector. */
export function begin(inspect: (event: InspectionEvent) => void): System {
  watchBack();
  const system = createRoot({ loadModule, draw, watch: { inspect } });
  system.root.start();
  return system;
}
