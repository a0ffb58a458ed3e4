import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { provideLanding } from '../../src/app/actors/landing.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

test('an unknown invite code is removed, and an earlier watch ticket is not', async () => {
  const kept = new Map([
    ['inviteCode', 'gone'],
    ['watchTicket', 'of-before'],
  ]);
  const stored = (key: string) => ({
    read: () => kept.get(key) ?? null,
    write: (value: string | null) => (value === null ? kept.delete(key) : kept.set(key, value)),
  });
  const storage = { inviteCode: stored('inviteCode'), watchTicket: stored('watchTicket') };
  const api = () => Promise.reject({ kind: 'refused', reason: 'invalid_invite_code' });
  const machine = provideLanding({ api, storage } as unknown as Effects);
  const landing = createActor(machine, { input: { idPrefix: 'n', waitsForTap: false } }).start();
  await waitFor(landing, (state) => state.matches('unknown'));
  expect([...kept.keys()]).toEqual(['watchTicket']);
  landing.stop();
});

test('a call of the landing page is aborted when the page is left', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const api = (_call: unknown, _input: unknown, options: { signal?: AbortSignal } = {}) => {
    signals.push(options.signal);
    return new Promise(() => undefined);
  };
  const storage = { inviteCode: { read: () => 'CODE' } };
  const machine = provideLanding({ api, storage } as unknown as Effects);
  const landing = createActor(machine, { input: { idPrefix: 'n', waitsForTap: false } }).start();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  landing.stop();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});
