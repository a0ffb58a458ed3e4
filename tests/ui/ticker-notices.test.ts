import { afterEach, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { provideTicker } from '../../src/app/actors/ticker.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The notice after `shown` others, when the server lists `paid` paid withdrawals. */
function notice(paid: number, shown: number): Promise<unknown> {
  const list = Array.from({ length: paid }, (_, index) => ({
    username: `p***${index}`,
    amount: `2${index}.5000`,
  }));
  const api = async () => ({ list });
  const machine = provideTicker({ api } as unknown as Effects);
  const logic = machine.implementations.actors.pickNotice as AnyActorLogic;
  return toPromise(createActor(logic, { input: { shown } }).start());
}

test.each([
  [0, 'p***0', '20.5000'],
  [4, 'p***4', '24.5000'],
  [5, 'p***0', '20.5000'],
])(
  'five paid withdrawals are named one after another: after %i notices',
  async (shown, username, amount) => {
    expect(await notice(5, shown)).toEqual({ username, amount, isExample: false });
  },
);

test.each([
  [0, '200.0000'],
  [0.5, '250.0000'],
  [0.999999, '299.9900'],
])('an example is of 200 to 300, and is marked as example: chance %f', async (chance, amount) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const told = await notice(0, 0);
  expect(told).toMatchObject({ amount, isExample: true });
  expect(told).not.toHaveProperty('username', 'marisol88');
});

test('fewer than five paid withdrawals are not named, and each example has another name', async () => {
  const names = new Set<unknown>();
  for (let shown = 0; shown < 7; shown += 1) {
    const told = (await notice(4, shown)) as { username: string; isExample: boolean };
    expect(told.isExample).toBe(true);
    names.add(told.username);
  }
  expect(names.size).toBe(7);
});
