import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { provideWithdrawal, startWithdrawInfo } from '../../src/app/actors/withdraw.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

/** A user with `count` withdrawals, the newest first; `pages` lists the requested pages. */
function checking(count: number) {
  const pages: number[] = [];
  const api = async (_call: unknown, { page, limit }: { page: number; limit: number }) => {
    pages.push(page);
    const ids = Array.from({ length: count }, (_, index) => count - index);
    const list = ids.slice((page - 1) * limit, page * limit).map((id) => ({ id }));
    return { list, page, limit, total: count };
  };
  const machine = provideWithdrawal({ api } as unknown as Effects);
  const logic = machine.implementations.actors.checkWithdrawal as AnyActorLogic;
  const check = (id: number) => toPromise(createActor(logic, { input: { id } }).start());
  return { check, pages };
}

test.each([
  ['the newest withdrawal', 250, 250, [1]],
  ['the last withdrawal of a page', 151, 250, [1]],
  ['the first withdrawal of the next page', 150, 250, [1, 2]],
  ['the oldest withdrawal', 1, 250, [1, 2, 3]],
  ['the only withdrawal', 1, 1, [1]],
])('a withdrawal is found on any page of the list: %s', async (_, id, count, asked) => {
  const { check, pages } = checking(count);
  expect([await check(id), pages]).toEqual([{ id }, asked]);
});

test.each([
  ['no withdrawal', 0, [1]],
  ['one full page of withdrawals', 100, [1]],
  ['more than one page of withdrawals', 101, [1, 2]],
])('the search for an unknown withdrawal ends: %s in the list', async (_, count, asked) => {
  const { check, pages } = checking(count);
  await expect(check(999)).rejects.toEqual({ kind: 'malformed' });
  expect(pages).toEqual(asked);
});

test('the calls for the payout account are aborted when their actor stops', () => {
  const signals: (AbortSignal | undefined)[] = [];
  const api = (_call: unknown, _input: unknown, options?: { signal?: AbortSignal }) => {
    signals.push(options?.signal);
    return new Promise(() => undefined);
  };
  const effects = { api, country: async () => null } as unknown as Effects;
  const { actors } = startWithdrawInfo(effects, {} as never).logic.implementations;
  const input = { country: null };
  const loading = createActor(actors?.loadWithdrawInfo as AnyActorLogic, { input }).start();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
  loading.stop();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});
