import { afterEach, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor } from 'xstate';
import { provideOutbox } from '../../src/app/actors/outbox.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a clip’s claim goes under its own key, and is not waited for any more when the time is up', async () => {
  vi.stubGlobal('navigator', {});
  const api = vi.fn((..._call: [{ path: string }, object, { signal: AbortSignal }]) => {
    return new Promise(() => undefined);
  });
  const serverClock = { nowMs: () => Date.parse('2026-03-09T08:00:00Z') };
  const { actors } = provideOutbox({ api, serverClock } as unknown as Effects).implementations;
  const claim = { id: 'a', userId: 3, attempt: 2, earnedAtMs: null, call: 'record', itemId: 11 };
  const input = { claims: [claim] };
  const sending = createActor(actors.sendClaims as AnyActorLogic, { input }).start();
  await expect.poll(() => api).toHaveBeenCalledOnce();
  const [call, sent, options] = api.mock.calls[0] ?? [];
  expect([call?.path, sent]).toEqual(['/api/video/record', { videos_id: 11 }]);
  expect(options).toMatchObject({ idempotencyKey: 'a-2', signal: { aborted: false } });
  sending.stop();
  expect(options?.signal.aborted).toBe(true);
});
