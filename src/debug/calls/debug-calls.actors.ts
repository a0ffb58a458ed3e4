import { type AnyActorRef, type SnapshotFrom, waitFor } from 'xstate';
import type { Call, InputOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/calls.ts';
import type { ChildRef } from '../../../machines/app/children.ts';
import type { authMachine } from '../../../machines/auth/auth.machine.ts';
import {
  type CallEnd,
  type CallFields,
  type CallInput,
  debugCallMachine,
} from '../../../machines/debug-call.machine.ts';
import { debugCallsMachine } from '../../../machines/debug-calls.machine.ts';
import { failureOf, timedOut } from '../../../machines/failure.ts';
import { ROOT } from '../../../machines/notify.ts';
import { fromCall } from '../../app/system/adapters.ts';
import type { Effects } from '../../app/system/effects.ts';
import { newId } from '../../ports/new-id.ts';

type Auth = ChildRef<'auth'>;

const calls: Readonly<Record<string, Call>> = contract;

const isSettled = (snapshot: SnapshotFrom<typeof authMachine>) => !snapshot.hasTag('busy');

/** Logs in or registers as the app itself does: the session is the app's own. */
async function enter(auth: Auth, fields: CallFields, signal: AbortSignal) {
  const { tab, username, password } = fields as InputOf<typeof contract.checkIn>;
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
}

async function leave(auth: Auth, signal: AbortSignal) {
  auth.send({ type: 'logout.pressed' });
  await waitFor(auth, isSettled, { signal });
  return {};
}

/** The auth machine, which makes the session's own calls. */
function authOf({ get }: AnyActorRef['system']): Auth {
  const { auth } = get(ROOT).getSnapshot().children;
  return auth;
}

/** The outcome of an attempt; the promise never rejects. */
async function endOf(answer: Promise<unknown>, requestId: string | null): Promise<CallEnd> {
  const begun = performance.now();
  const outcome = await answer.then(
    (data) => ({ kind: 'answered', data }) as const,
    (error: unknown) => ({ kind: 'failed', failure: failureOf(error) }) as const,
  );
  return { outcome, tookMs: Math.round(performance.now() - begun), requestId };
}

/** Effects of the call forms. */
export function provideDebugCalls({ api }: Pick<Effects, 'api'>) {
  const makeCall = fromCall<CallEnd, CallInput>(async ({ input, signal, system }) => {
    const { fields, key } = input;
    const call = calls[input.call];
    if (call === contract.checkIn) return endOf(enter(authOf(system), fields, signal), null);
    if (call === contract.logout) return endOf(leave(authOf(system), signal), null);
    if (!call) throw new Error(`the contract has no call "${input.call}"`);
    const requestId = newId();
    const answer = api(call, fields as InputOf<typeof call>, {
      signal,
      requestId,
      ...(call.method === 'POST' && { idempotencyKey: key }),
    });
    return endOf(answer, requestId);
  });
  const debugCall = debugCallMachine.provide({ actors: { makeCall } });
  return debugCallsMachine.provide({ actors: { debugCall } });
}
