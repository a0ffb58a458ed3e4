import { fromCallback } from 'xstate';
import { createResourceMachine, type ResourceMachine } from '../../../machines/resource.machine.ts';
import { fromCall } from '../system/adapters.ts';
import { watchScreen } from './presence.ts';

interface Source<Value> {
  /** the path of the screen that shows it: opened again it is asked for anew, unseen it is not */
  screen?: string;
  /** @param isAnew what was answered before is too old */
  load: (signal: AbortSignal, isAnew: boolean) => Promise<Value>;
}

/** One value that is asked for. */
export function provideResource<Value>({ screen, load }: Source<Value>): ResourceMachine<Value> {
  return createResourceMachine<Value>().provide({
    actors: {
      loadValue: fromCall<Value, { isAnew: boolean }>(({ input, signal }) =>
        load(signal, input.isAnew),
      ),
      watchPresence: fromCallback(watchScreen(screen)),
    },
  });
}
