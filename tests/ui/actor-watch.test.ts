import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Actor, type AnyActorLogic, createActor, fromCallback } from 'xstate';
import { themeMachine } from '../../machines/theme.machine.ts';
import { actorWatchOf, type WatchedActor } from '../../src/app/actor-watch.ts';
import type { System } from '../../src/app/system.ts';

function startTheme(id: string) {
  const actor = createActor(
    themeMachine.provide({
      actors: { watchScheme: fromCallback(() => undefined) },
      actions: { applyScheme: () => undefined, storeScheme: () => undefined },
    }),
    { id, input: { stored: 'light', system: 'dark' } },
  );
  actor.start();
  return actor;
}

/** The part of the system that is watched. */
function startSystem() {
  const theme = startTheme('theme');
  const running: Actor<AnyActorLogic>[] = [];
  const listeners = new Set<() => void>();
  const screens = {
    running: () => running,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const system = { theme, screens, effects: {} } as unknown as System;
  const drop = () => {
    running.length = 0;
    for (const listener of listeners) listener();
  };
  return { system, theme, running, drop, watch: actorWatchOf(system) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const rest = () => vi.advanceTimersByTime(200);
const pathsOf = (actors: readonly WatchedActor[]): string[] =>
  actors.flatMap(({ path, children }) => [path, ...pathsOf(children)]);
const find = (actors: readonly WatchedActor[], path: string) => {
  const found = actors.find((actor) => actor.path === path);
  if (!found) throw new Error(`${path} is not watched`);
  return found;
};

test('every actor is seen with those that it has started, machine or not', () => {
  const { watch, running } = startSystem();
  running.push(startTheme('feed'));
  const actors = watch.read();
  expect(pathsOf(actors)).toEqual(['theme', 'theme/watchScheme', 'feed', 'feed/watchScheme']);
  expect(actors[0]?.snapshot?.value).toBe('light');
  expect(actors[0]?.children[0]).toMatchObject({ snapshot: null, status: 'active' });
});

test('what happens in one breath is told once, and read the same until the next', () => {
  const { watch, theme } = startSystem();
  const told = vi.fn();
  watch.subscribe(told);
  const before = watch.read();
  expect(watch.read()).toBe(before);
  for (const scheme of ['dark', 'light', 'dark'] as const) {
    theme.send({ type: 'system.schemeChanged', scheme });
  }
  theme.send({ type: 'dark.pressed' });
  expect(told).not.toHaveBeenCalled();
  rest();
  expect(told).toHaveBeenCalledTimes(1);
  const now = find(watch.read(), 'theme');
  expect(now.snapshot?.value).toBe('dark');
  expect(watch.eventsOf(now).map(({ type, payload }) => [type, payload])).toEqual([
    ['dark.pressed', ''],
    ['system.schemeChanged', '{"scheme":"dark"}'],
    ['system.schemeChanged', '{"scheme":"light"}'],
    ['system.schemeChanged', '{"scheme":"dark"}'],
  ]);
});

test('the last 50 events are kept, and only while somebody looks', () => {
  const { watch, theme } = startSystem();
  theme.send({ type: 'dark.pressed' });
  const leave = watch.subscribe(() => undefined);
  for (let round = 0; round < 60; round += 1) theme.send({ type: 'dark.pressed' });
  const lastId = () => watch.eventsOf(find(watch.read(), 'theme'))[0]?.id;
  rest();
  expect(watch.eventsOf(find(watch.read(), 'theme'))).toHaveLength(50);
  expect(lastId()).toBe(60);
  leave();
  theme.send({ type: 'dark.pressed' });
  expect(lastId()).toBe(60);
  expect(vi.getTimerCount()).toBe(0);
});

test('actors of another session are followed as they come and go', () => {
  const { watch, running, drop } = startSystem();
  running.push(startTheme('feed'));
  watch.subscribe(() => undefined);
  expect(pathsOf(watch.read())).toContain('feed');
  drop();
  rest();
  expect(pathsOf(watch.read())).toEqual(['theme', 'theme/watchScheme']);
  const later = startTheme('feed');
  running.push(later);
  drop();
  running.push(later);
  rest();
  later.send({ type: 'dark.pressed' });
  rest();
  const feed = find(watch.read(), 'feed');
  expect([feed.snapshot?.value, watch.eventsOf(feed).map(({ type }) => type)]).toEqual([
    'dark',
    ['dark.pressed'],
  ]);
});
