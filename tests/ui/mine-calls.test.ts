import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor } from 'xstate';
import { provideRewards } from '../../src/app/actors/mine.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

test('the request for a page of rewards is aborted when its actor stops', () => {
  const asked: { paging: unknown; signal: AbortSignal | undefined }[] = [];
  const api = (_call: unknown, paging: unknown, options?: { signal?: AbortSignal }) => {
    asked.push({ paging, signal: options?.signal });
    return new Promise(() => undefined);
  };
  const { actors } = provideRewards({ api } as unknown as Effects).implementations;
  const input = { from: 2, to: 2, filter: undefined };
  const loading = createActor(actors.loadPages as AnyActorLogic, { input }).start();
  expect(asked).toMatchObject([{ paging: { page: 2, limit: 20 }, signal: { aborted: false } }]);
  loading.stop();
  expect(asked[0]?.signal?.aborted).toBe(true);
});
