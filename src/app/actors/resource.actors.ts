import { createResourceMachine, type ResourceMachine } from '../../../machines/resource.machine.ts';
import { fromCall } from '../system/adapters.ts';

interface Source<Value> {
  /** @param isAnew what was answered before is too old */
  load: (signal: AbortSignal, isAnew: boolean) => Promise<Value>;
}

/** One value that is asked for. */
export function provideResource<Value>({ load }: Source<Value>): ResourceMachine<Value> {
  return createResourceMachine<Value>().provide({
    actors: {
      loadValue: fromCall<Value, { isAnew: boolean }>(({ input, signal }) =>
        load(signal, input.isAnew),
      ),
    },
  });
}
