import { fromPromise, type SnapshotFrom, waitFor } from 'xstate';
import type { Call, InputOf } from '../../../contract/call.ts';
import { checkIn, logout } from '../../../contract/calls.ts';
import type { authMachine } from '../../../machines/auth.machine.ts';
import {
  type CallEnd,
  type CallFields,
  debugCallMachine,
} from '../../../machines/debug-call.machine.ts';
import { failureOf, timedOut } from '../../../machines/failure.ts';
import type { CallOptions } from '../../ports/api.ts';
import type { Blueprint } from '../screens.ts';
import type { System } from '../system.ts';

type Make = (fields: CallFields, options: CallOptions & { signal: AbortSignal }) => unknown;

const isSettled = (snapshot: SnapshotFrom<typeof authMachine>) => !snapshot.hasTag('busy');

/** Logs in or registers as the app itself does: the session is the app's own. */
function enterWith({ auth }: System): Make {
  return async (fields, { signal }) => {
    const { tab, username, password } = fields as InputOf<typeof checkIn>;
    const login = { username, password, keep: fields.keep === true };
    if (tab === 'login') auth.send({ type: 'login.submitted', form: login });
    else {
      const email = String(fields.email);
      const inviteCode = String(fields.invite_code ?? '');
      const form = { ...login, email, inviteCode, confirmation: password };
      auth.send({ type: 'register.submitted', form });
    }
    const { context } = await waitFor(auth, isSettled, { signal });
    if (!context.user) throw context.failure ?? timedOut;
    return { userInfo: context.user };
  };
}

function leaveWith({ auth }: System): Make {
  return async (_, { signal }) => {
    auth.send({ type: 'logout.pressed' });
    await waitFor(auth, isSettled, { signal });
    return {};
  };
}

/** Who makes a call: the session's own go through the machine that keeps it. */
function makerOf(system: System, call: Call): Make {
  if (call.path === checkIn.path) return enterWith(system);
  if (call.path === logout.path) return leaveWith(system);
  return (fields, options) =>
    system.effects.api(call, fields as InputOf<typeof call>, {
      signal: options.signal,
      ...(call.method === 'POST' && options),
    });
}

function provideDebugCall(system: System, call: Call) {
  const make = makerOf(system, call);
  return debugCallMachine.provide({
    actors: {
      makeCall: fromPromise<CallEnd, { fields: CallFields; key: string }>(
        async ({ input: { fields, key }, signal }) => {
          const begun = performance.now();
          let outcome: CallEnd['outcome'];
          try {
            outcome = {
              kind: 'answered',
              data: await make(fields, { signal, idempotencyKey: key }),
            };
          } catch (error) {
            outcome = { kind: 'failed', failure: failureOf(error) };
          }
          return { outcome, tookMs: Math.round(performance.now() - begun) };
        },
      ),
    },
  });
}

/** A call of the contract, made by hand; `name` is unlike any other form's. */
export function debugCallBlueprint(
  system: System,
  name: string,
  call: Call,
): Blueprint<typeof debugCallMachine> {
  return {
    name: `call ${name}`,
    make: () => ({
      logic: provideDebugCall(system, call),
      input: { call: name, nonce: system.effects.nonce() },
    }),
  };
}
