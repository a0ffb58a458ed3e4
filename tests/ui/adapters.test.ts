import { expect, test } from 'vitest';
import { createActor, setup, waitFor } from 'xstate';
import { missing, missingListener } from '../../machines/missing.ts';
import { listeners, promises } from '../../src/app/system/adapters.ts';

type Event = { type: 'number.changed'; value: number };

const doubling = setup({
  types: { context: {} as { value: number }, events: {} as Event },
  actors: {
    double: missing<number, { value: number }>('double'),
    watchNumber: missingListener('watchNumber'),
  },
}).createMachine({
  context: { value: 0 },
  invoke: { id: 'watchNumber', src: 'watchNumber' },
  initial: 'waiting',
  states: {
    waiting: { on: { 'number.changed': 'doubling' } },
    doubling: {
      invoke: {
        id: 'double',
        src: 'double',
        input: ({ event }) => ({ value: event.value }),
        onDone: 'done',
      },
    },
    done: {},
  },
});

test('a machine runs with the promises and listeners that it declares', async () => {
  const seen: number[] = [];
  const machine = doubling.provide({
    actors: {
      ...promises(doubling, {
        double: async ({ input: { value } }) => {
          seen.push(value);
          return value * 2;
        },
      }),
      ...listeners(doubling, {
        watchNumber: ({ sendBack }) => {
          setImmediate(() => sendBack({ type: 'number.changed', value: 7 }));
          return () => seen.push(0);
        },
      }),
    },
  });
  const actor = createActor(machine).start();
  await waitFor(actor, (state) => state.matches('done'));
  expect(seen).toEqual([7]);
  actor.stop();
  expect(seen).toEqual([7, 0]);
});

test('what the machine does not declare does not compile', () => {
  // @ts-expect-error: one is forgotten
  promises(doubling, {});
  // @ts-expect-error: another output
  promises(doubling, { double: async () => 'seven' });
  // @ts-expect-error: another input
  promises(doubling, { double: async ({ input }) => input.amount });
  // @ts-expect-error: nobody declared it
  promises(doubling, { double: async () => 7, halve: async () => 3 });
  // @ts-expect-error: a listener is no promise
  listeners(doubling, { watchNumber: async () => 7 });
  listeners(doubling, {
    // @ts-expect-error: no event of this machine
    watchNumber: ({ sendBack }) => sendBack({ type: 'number.lost' }),
  });
  expect(Object.keys(listeners(doubling, { watchNumber: () => undefined }))).toEqual([
    'watchNumber',
  ]);
});
