import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type AnyActorLogic, type AnyEventObject, createActor, setup } from 'xstate';
import { provideOutbox } from '../../src/app/actors/outbox.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Starts an actor that is stopped with its test: otherwise it would fail 20 s later within another test. */
function start(logic: AnyActorLogic, input?: object) {
  const actor = createActor(logic, { input }).start();
  onTestFinished(() => void actor.stop());
  return actor;
}

test('a clip’s claim is sent under its own key, and its call is aborted with the actor', async () => {
  vi.stubGlobal('navigator', {});
  const api = vi.fn((..._call: [{ path: string }, object, { signal: AbortSignal }]) => {
    return new Promise(() => undefined);
  });
  const serverClock = { nowMs: () => Date.parse('2026-03-09T08:00:00Z') };
  const { actors } = provideOutbox({ api, serverClock } as unknown as Effects).implementations;
  const claim = { id: 'a', userId: 3, attempt: 2, earnedAtMs: null, call: 'record', itemId: 11 };
  const input = { claims: [claim] };
  const sending = start(actors.sendClaims as AnyActorLogic, input);
  await expect.poll(() => api).toHaveBeenCalledOnce();
  const [call, sent, options] = api.mock.calls[0] ?? [];
  expect([call?.path, sent]).toEqual(['/api/video/record', { videos_id: 11 }]);
  expect(options).toMatchObject({ idempotencyKey: 'a-2', signal: { aborted: false } });
  sending.stop();
  expect(options?.signal.aborted).toBe(true);
});

test('backdated claims are reported while there are some, and once when none is left', async () => {
  vi.stubGlobal('navigator', {});
  const api = vi.fn(() => new Promise(() => undefined));
  const serverClock = { nowMs: () => Date.parse('2026-03-09T08:00:00Z') };
  const { actors } = provideOutbox({ api, serverClock } as unknown as Effects).implementations;
  const reported: AnyEventObject[] = [];
  start(
    setup({ actors: { store: actors.runStore as AnyActorLogic } }).createMachine({
      invoke: { src: 'store' },
      on: { '*': { actions: ({ event }) => reported.push(event) } },
    }),
  );
  const today = Date.parse('2026-03-09T00:00:00Z');
  for (const [at, earnedAtMs] of [today, today - 1, today, today].entries()) {
    const claim = { id: `${at}`, userId: 3, attempt: 1, earnedAtMs, call: 'record', itemId: 11 };
    start(actors.sendClaims as AnyActorLogic, { claims: [claim] });
    await expect.poll(() => api).toHaveBeenCalledTimes(at + 1);
  }
  const type = 'claims.backdated';
  expect(reported).toEqual([
    { type, backdated: ['1'] },
    { type, backdated: [] },
  ]);
});
