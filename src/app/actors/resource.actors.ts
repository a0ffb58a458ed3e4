import { createResourceMachine, type ResourceMachine } from '../../../machines/resource.machine.ts';
import { fromCall } from '../system/adapters.ts';

interface Source<Value> {
  /** @param isAnew a cached answer is too old */
  load: (signal: AbortSignal, isAnew: boolean) => Promise<Value>;
}

/** A value of the server that is loaded when needed. */
export function provideResource<Value>({ load }: Source<Value>): ResourceMachine<Value> {
  return createResourceMachine<Value>().provide({
    actors: {
      loadValue: fromCall<Value, { isAnew: boolean }>(({ input, signal }) =>
        load(signal, input.isAnew),
      ),
    },
  });
}
