import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor } from 'xstate';
import { provideAuth } from '../../src/app/actors/auth.actors.ts';
import { provideOutbox } from '../../src/app/actors/outbox.actors.ts';
import { provideWithdrawal } from '../../src/app/actors/withdraw.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** Time that this browser's disk takes to list the claims. */
const DISK_MS = 4_000;
const createClaimPersistence = vi.hoisted(() => vi.fn());
vi.mock('../../src/app/actors/claim-persistence.ts', () => ({ createClaimPersistence }));
vi.mock('../../src/app/actors/auth-calls.ts', () => new Promise(() => undefined));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const after = <Result>(ms: number, result: Result) =>
  new Promise<Result>((resolve) => setTimeout(resolve, ms, result));

type Options = { signal: AbortSignal };

/** A request that is never answered, and rejects when it is aborted. */
const unanswered = ({ signal }: Options) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Starts an actor. @returns a function that reads its snapshot */
function started(actors: Partial<Record<string, unknown>>, src: string, input: object) {
  const actor = createActor(actors[src] as AnyActorLogic, { input });
  actor.subscribe({ error: () => undefined });
  actor.start();
  return () => actor.getSnapshot();
}

const ended = { status: 'error', error: { kind: 'timeout' } };

test('consecutive requests of an actor share its one timeout', async () => {
  const asked: { page: number; signal: AbortSignal }[] = [];
  const api = (_call: unknown, { page }: { page: number }, options: Options) => {
    asked.push({ page, signal: options.signal });
    return page === 1 ? after(14_000, { list: [], total: 300 }) : unanswered(options);
  };
  const { actors } = provideWithdrawal({ api } as unknown as Effects).implementations;
  const snapshot = started(actors, 'checkWithdrawal', { id: 1 });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(snapshot().status).toBe('active');
  expect(asked.map(({ page, signal }) => [page, signal.aborted])).toEqual([
    [1, false],
    [2, false],
  ]);
  await vi.advanceTimersByTimeAsync(1);
  expect(snapshot()).toMatchObject(ended);
  await vi.advanceTimersByTimeAsync(60_000);
  // the second request is aborted, and the third is never sent
  expect(asked.map(({ page, signal }) => [page, signal.aborted])).toEqual([
    [1, true],
    [2, true],
  ]);
});

test('lock, disk and call of a claim share one timeout, which releases the lock', async () => {
  let isHeld = false;
  const request = async (_name: string, _options: Options, work: () => Promise<unknown>) => {
    await after(4_000, null);
    isHeld = true;
    return work().finally(() => {
      isHeld = false;
    });
  };
  vi.stubGlobal('navigator', { locks: { request } });
  createClaimPersistence.mockReturnValue({
    handle: () => undefined,
    findSettled: () => after(DISK_MS, []),
  });
  const api = vi.fn((_call: unknown, _input: unknown, options: Options) => unanswered(options));
  const serverClock = { nowMs: () => 0 };
  const { actors } = provideOutbox({ api, serverClock } as unknown as Effects).implementations;
  createActor(actors.runStore as AnyActorLogic)
    .start()
    .send({ type: 'store.open' });
  await expect.poll(() => createClaimPersistence).toHaveBeenCalledOnce();
  const claim = { id: 'a', userId: 3, attempt: 1, earnedAtMs: null, call: 'record', itemId: 1 };
  const snapshot = started(actors, 'sendClaims', { claims: [claim] });
  await vi.advanceTimersByTimeAsync(4_000 + DISK_MS - 1);
  expect([isHeld, api.mock.calls.length]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(api).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(11_999);
  expect([snapshot().status, isHeld]).toEqual(['active', true]);
  await vi.advanceTimersByTimeAsync(1);
  expect(snapshot()).toMatchObject(ended);
  expect([isHeld, api.mock.calls[0]?.[2].signal.aborted]).toEqual([false, true]);
});

test('a log-in whose JavaScript file never loads fails with a timeout', async () => {
  const storage = {
    session: { read: () => null, write: () => undefined },
    isWelcomeDue: { read: () => null, write: () => undefined },
    userKnownAt: { read: () => null },
    watchSession: () => () => undefined,
  };
  const auth = createActor(provideAuth({ storage } as unknown as Effects)).start();
  await vi.advanceTimersByTimeAsync(0);
  expect(auth.getSnapshot().value).toBe('loggedOut');
  const form = { username: 'ada', password: 'secret12', keep: true };
  auth.send({ type: 'login.submitted', form });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(auth.getSnapshot().value).toBe('loggingIn');
  await vi.advanceTimersByTimeAsync(1);
  expect(auth.getSnapshot()).toMatchObject({
    value: 'loggedOut',
    context: { failure: { kind: 'timeout' }, token: null },
  });
  auth.stop();
});
