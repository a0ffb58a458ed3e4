import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback, setup } from 'xstate';
import { themeMachine } from '../../machines/theme.machine.ts';
import { actorWatchOf, type WatchedActor } from '../../src/debug/machines/actor-watch.ts';
import type { Step } from '../../src/debug/machines/recorder.ts';

const theme = themeMachine.provide({
  actors: { watchScheme: fromCallback(() => undefined) },
  actions: { applyScheme: () => undefined, storeScheme: () => undefined },
});
const input = { stored: 'light', system: 'dark' } as const;

/** A tree like the app's: permanent actors, and actors that exist only for a member. */
const treeMachine = setup({
  types: { events: {} as { type: 'session.started' } | { type: 'session.left' } },
  actors: { theme },
}).createMachine({
  id: 'app',
  invoke: { id: 'theme', src: 'theme', input },
  initial: 'visitor',
  states: {
    visitor: { on: { 'session.started': 'member' } },
    member: {
      invoke: { id: 'night', src: 'theme', input },
      on: { 'session.left': 'visitor' },
    },
  },
});

function startTree() {
  const root = createActor(treeMachine, { id: 'app' });
  root.start();
  const watch = actorWatchOf(root);
  /** the current view of the actor at this path */
  const find = (path: string) => {
    const found = all(watch.read()).find((actor) => actor.path === path);
    if (!found) throw new Error(`${path} is not watched`);
    return found;
  };
  return { root, watch, find, theme: find('theme').ref };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const typesOf = (steps: readonly Step[]) => steps.map(({ event }) => event.type);
const rest = () => vi.advanceTimersByTime(200);
const all = (actor: WatchedActor): WatchedActor[] => [actor, ...actor.children.flatMap(all)];
const pathsOf = (actor: WatchedActor) => all(actor).map(({ path }) => path);
const VISITOR = ['app', 'theme', 'theme/watchScheme'];
const MEMBER = [...VISITOR, 'night', 'night/watchScheme'];

test('the tree has the root and every actor that was started below it, machine or not', () => {
  const { watch, root } = startTree();
  expect(pathsOf(watch.read())).toEqual(VISITOR);
  root.send({ type: 'session.started' });
  watch.subscribe(() => undefined);
  const app = watch.read();
  expect(pathsOf(app)).toEqual(MEMBER);
  expect([app.snapshot?.value, app.children[0]?.snapshot?.value]).toEqual(['member', 'light']);
  expect(app.children[0]?.children[0]).toMatchObject({ snapshot: null, status: 'active' });
});

test('a burst of events notifies a subscriber once, and each event is listed as a step', () => {
  const { watch, theme, find } = startTree();
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
  const now = find('theme');
  expect(now.snapshot?.value).toBe('dark');
  expect(watch.stepsOf(now).map(({ event, snapshot }) => [event, snapshot.value])).toEqual([
    [{ type: 'system.schemeChanged', scheme: 'dark' }, 'light'],
    [{ type: 'system.schemeChanged', scheme: 'light' }, 'light'],
    [{ type: 'system.schemeChanged', scheme: 'dark' }, 'light'],
    [{ type: 'dark.pressed' }, 'dark'],
  ]);
});

test('the last 200 steps are recorded, and only while there is a subscriber', () => {
  const { watch, theme, find } = startTree();
  theme.send({ type: 'dark.pressed' });
  const leave = watch.subscribe(() => undefined);
  for (let round = 0; round < 210; round += 1) theme.send({ type: 'dark.pressed' });
  const lastId = () => watch.stepsOf(find('theme')).at(-1)?.id;
  rest();
  expect(watch.stepsOf(find('theme'))).toHaveLength(200);
  expect(lastId()).toBe(210);
  leave();
  theme.send({ type: 'dark.pressed' });
  expect(lastId()).toBe(210);
  expect(vi.getTimerCount()).toBe(0);
});

test('a root has one watch, which keeps its steps when the last subscriber leaves', () => {
  const { watch, root, theme, find } = startTree();
  watch.subscribe(() => undefined)();
  const leave = watch.subscribe(() => undefined);
  theme.send({ type: 'dark.pressed' });
  leave();
  expect(actorWatchOf(root)).toBe(watch);
  expect(typesOf(watch.stepsOf(find('theme')))).toEqual(['dark.pressed']);
});

test('actors are added and removed as they start and stop; a restarted actor has no old steps', () => {
  const { watch, root, find } = startTree();
  watch.subscribe(() => undefined);
  root.send({ type: 'session.started' });
  rest();
  find('night').ref.send({ type: 'dark.pressed' });
  rest();
  expect(pathsOf(watch.read())).toEqual(MEMBER);
  expect(typesOf(watch.stepsOf(find('night')))).toContain('dark.pressed');
  root.send({ type: 'session.left' });
  rest();
  expect(pathsOf(watch.read())).toEqual(VISITOR);
  root.send({ type: 'session.started' });
  rest();
  const again = find('night');
  expect([again.snapshot?.value, typesOf(watch.stepsOf(again))]).toEqual([
    'light',
    ['xstate.init'],
  ]);
});
