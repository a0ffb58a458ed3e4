import { i18n } from '@lingui/core';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { models } from '../model/models.ts';
import { actorsIn, everyActor, MAX_STEPS, tryActor, world } from './app-actors.ts';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
vi.mock('idb', async () => {
  const { world } = await import('./app-actors.ts');
  return {
    openDB: () =>
      world.grants.later(() => ({ close: world.grants.give('a connection to IndexedDB') })),
  };
});

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.spyOn(i18n, 'on').mockImplementation(() => world.grants.give('a listener of the language'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const actors = everyActor();

/** Grants that intentionally last as long as the page, with the reason. */
const lasting: Record<string, { kept: string[]; why: string }> = {
  'reset.takeCode': { kept: ['a listener of the window'], why: 'a link may come at any time' },
  'emailLink.takeLink': { kept: ['a listener of the window'], why: 'a link may come at any time' },
};

test('every promise actor and listener that a machine declares is tried', () => {
  const tried = new Set(actors.map(({ name }) => name));
  const declared = Object.values(models).flatMap(([model]) => actorsIn(model?.machine));
  const missing = declared.map(([name]) => name).filter((name) => !tried.has(name));
  // `loadModule` has no grants except those of its child actors, which are tried themselves
  expect(missing).toEqual(['app.loadModule']);
});

test.each(actors)(
  '$name releases everything that it is granted, whenever it is stopped',
  async (actor) => {
    const granted = new Set<string>();
    for (let steps = 0; steps <= MAX_STEPS; steps += 1) {
      const tried = await tryActor(actor, steps);
      for (const each of tried.granted) granted.add(each);
      const kept = lasting[actor.name]?.kept ?? [];
      expect(tried.kept, `stopped after ${steps} steps it keeps: ${tried.kept}`).toEqual(kept);
      expect(tried.tooLate, `after its stop it begins: ${tried.tooLate}`).toEqual([]);
    }
    // a listener without any grant was not really tried
    if (actor.isListener) expect([...granted], 'it is granted nothing here').not.toEqual([]);
  },
);
