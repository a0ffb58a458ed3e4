import { afterAll, expect, test, vi } from 'vitest';
import type { Claim } from '../../machines/outbox/claim.ts';
import type { StoreEvent } from '../../machines/outbox/context.ts';
import { createClaimPersistence } from '../../src/app/actors/claim-persistence.ts';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

const { write, askToPersist } = vi.hoisted(() => ({
  write: vi.fn(async () => undefined),
  askToPersist: vi.fn(async () => undefined),
}));
vi.mock('../../src/ports/claim-store.ts', () => ({
  openClaimStore: () => ({ write, close: () => undefined }),
}));
vi.mock('../../src/ports/persistence.ts', () => ({ askToPersist }));

test('the first stored claim, and no later claim, asks the browser for persistent storage', async () => {
  const reported: StoreEvent[] = [];
  const keeper = createClaimPersistence((event) => reported.push(event));
  const store = async (id: string) => {
    const before = reported.length;
    keeper.handle({ type: 'claim.persist', claim: { id, earnedAtMs: 1 } as Claim });
    await vi.waitFor(() => expect(reported.length).toBe(before + 1));
    await new Promise(setImmediate);
    return [reported.at(-1)?.type, askToPersist.mock.calls.length];
  };
  write.mockRejectedValueOnce(new Error('no disk'));
  expect(await store('a')).toEqual(['claim.notPersisted', 0]);
  expect(await store('b')).toEqual(['claim.persisted', 1]);
  expect(await store('c')).toEqual(['claim.persisted', 1]);
  keeper.close();
});
