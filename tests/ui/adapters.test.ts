import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, setup, waitFor } from 'xstate';
import { listenerNotProvided, notProvided } from '../../machines/not-provided.ts';
import { listeners, promises } from '../../src/app/system/adapters.ts';

type Event = { type: 'number.changed'; value: number };

const doubling = setup({
  types: { context: {} as { value: number }, events: {} as Event },
  actors: {
    double: notProvided<number, { value: number }>('double'),
    watchNumber: listenerNotProvided('watchNumber'),
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

test('an actor that differs from the machine’s declaration does not compile', () => {
  // @ts-expect-error: `double` is missing
  promises(doubling, {});
  // @ts-expect-error: the declared output is a number
  promises(doubling, { double: async () => 'seven' });
  // @ts-expect-error: the declared input has no `amount`
  promises(doubling, { double: async ({ input }) => input.amount });
  // @ts-expect-error: the machine declares no `halve`
  promises(doubling, { double: async () => 7, halve: async () => 3 });
  // @ts-expect-error: a listener must not return a promise
  listeners(doubling, { watchNumber: async () => 7 });
  listeners(doubling, {
    // @ts-expect-error: the machine has no such event
    watchNumber: ({ sendBack }) => sendBack({ type: 'number.lost' }),
  });
  expect(Object.keys(listeners(doubling, { watchNumber: () => undefined }))).toEqual([
    'watchNumber',
  ]);
});

const LONGEST_MS = 20_000;

/** Starts the machine with a promise actor that never settles. */
function unanswered(endedByMachine: readonly 'double'[] = []) {
  const signals: AbortSignal[] = [];
  const failing = doubling.provide({
    actors: {
      ...promises(
        doubling,
        {
          double: ({ signal }) => {
            signals.push(signal);
            return new Promise(() => undefined);
          },
        },
        endedByMachine,
      ),
      ...listeners(doubling, { watchNumber: () => undefined }),
    },
  });
  const actor = createActor(failing);
  const errors: unknown[] = [];
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();
  actor.send({ type: 'number.changed', value: 7 });
  return { actor, errors, isAborted: () => signals.at(-1)?.aborted };
}

describe('an actor that is never answered', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('fails by itself after 20 s, and its signal is aborted', async () => {
    const { errors, isAborted } = unanswered();
    await vi.advanceTimersByTimeAsync(LONGEST_MS - 1);
    expect([errors, isAborted()]).toEqual([[], false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([errors, isAborted()]).toEqual([[{ kind: 'timeout' }], true]);
  });

  test('fails after 20 s of the page’s timers, even if the phone slept meanwhile', async () => {
    const { errors } = unanswered();
    await vi.advanceTimersByTimeAsync(LONGEST_MS / 2);
    // timers stop while a phone sleeps; the date goes on
    vi.setSystemTime(Date.now() + 8 * 60 * 60_000);
    await vi.advanceTimersByTimeAsync(LONGEST_MS / 2);
    expect(errors).toEqual([{ kind: 'timeout' }]);
  });

  test('is aborted when its state is left, and no timer is left behind', async () => {
    const { actor, isAborted } = unanswered();
    actor.stop();
    expect([isAborted(), vi.getTimerCount()]).toEqual([true, 0]);
  });

  test('does not time out if the machine itself ends it', async () => {
    const { errors, isAborted } = unanswered(['double']);
    await vi.advanceTimersByTimeAsync(10 * LONGEST_MS);
    expect([errors, isAborted()]).toEqual([[], false]);
  });
});
