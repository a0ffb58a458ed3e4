import { fromPromise } from 'xstate';
import type { Call, InputOf } from '../../../contract/call.ts';
import {
  type CallEnd,
  type CallFields,
  debugCallMachine,
} from '../../../machines/debug-call.machine.ts';
import { failureOf } from '../../../machines/failure.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';

function provideDebugCall({ api }: Effects, call: Call) {
  return debugCallMachine.provide({
    actors: {
      makeCall: fromPromise<CallEnd, { fields: CallFields; key: string }>(
        async ({ input: { fields, key }, signal }) => {
          const begun = performance.now();
          const options = { signal, ...(call.method === 'POST' && { idempotencyKey: key }) };
          const outcome = await api(call, fields as InputOf<typeof call>, options).then(
            (data) => ({ kind: 'answered' as const, data }),
            (error: unknown) => ({ kind: 'failed' as const, failure: failureOf(error) }),
          );
          return { outcome, tookMs: Math.round(performance.now() - begun) };
        },
      ),
    },
  });
}

/** A call of the contract, made by hand. */
export function debugCallBlueprint(
  effects: Effects,
  name: string,
  call: Call,
): Blueprint<typeof debugCallMachine> {
  return {
    name: `call ${name}`,
    make: () => ({
      logic: provideDebugCall(effects, call),
      input: { call: name, nonce: effects.nonce() },
    }),
  };
}
