import { beforeEach, expect, test, vi } from 'vitest';
import { createStorage } from '../../src/ports/storage.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

const claim = { id: 'n-0-3', userId: 7, call: 'record' as const, itemId: 3, attempt: 2 };

test('claims that the first version kept are read', () => {
  kept.set('claims', JSON.stringify({ version: 1, claims: [claim] }));
  expect(createStorage().claims.read()).toEqual([claim]);
});

test('the claims of clips and advertisements are kept, and read again', () => {
  const claims = [
    claim,
    { ...claim, id: 'n-watch-2-1', call: 'watchAdReward' as const },
    { ...claim, id: 'n-click-2-1', call: 'clickAdReward' as const },
  ];
  createStorage().claims.change(() => claims);
  expect(JSON.parse(kept.get('claims') ?? '')).toEqual({ version: 2, claims });
  expect(createStorage().claims.read()).toEqual(claims);
});

test('what cannot be read counts as nothing', () => {
  kept.set('claims', JSON.stringify({ version: 3, claims: [claim] }));
  expect(createStorage().claims.read()).toEqual([]);
});
