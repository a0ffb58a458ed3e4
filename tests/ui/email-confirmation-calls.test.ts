import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor } from 'xstate';
import { myEmail, sendConfirmLink } from '../../contract/email.calls.ts';
import { startEmailConfirmation } from '../../src/app/actors/email-confirmation.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

test.each([
  ['loadEmail', myEmail],
  ['sendLink', sendConfirmLink],
])('%s makes its own call, which is aborted when the actor stops', (src, call) => {
  const asked: { call: unknown; signal: AbortSignal | undefined }[] = [];
  const api = (of: unknown, _input: unknown, options?: { signal?: AbortSignal }) => {
    asked.push({ call: of, signal: options?.signal });
    return new Promise(() => undefined);
  };
  const { logic } = startEmailConfirmation({ api } as unknown as Effects);
  const actor = createActor(logic.implementations.actors?.[src] as AnyActorLogic).start();
  expect(asked).toMatchObject([{ call, signal: { aborted: false } }]);
  actor.stop();
  expect(asked[0]?.signal?.aborted).toBe(true);
});
