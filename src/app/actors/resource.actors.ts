import { createResourceMachine, type ResourceMachine } from '../../../machines/resource.machine.ts';
import { fromCall } from '../system/adapters.ts';

interface Source<Value> {
  /** @param bypassCache a cached answer is too old */
  load: (signal: AbortSignal, bypassCache: boolean) => Promise<Value>;
}

/** A value of the server that is loaded when needed. */
export function provideResource<Value>({ load }: Source<Value>): ResourceMachine<Value> {
  return createResourceMachine<Value>().provide({
    actors: {
      loadValue: fromCall<Value, { bypassCache: boolean }>(({ input, signal }) =>
        load(signal, input.bypassCache),
      ),
    },
  });
}
