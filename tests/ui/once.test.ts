import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { models } from '../model/models.ts';
import { repeatedEffects } from '../model/repeated-effects.ts';
import { allSideEffects } from './side-effects.ts';

// test files share modules: reset them before and after the mock
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
vi.mock('idb', () => ({ openDB: () => new Promise(() => undefined) }));

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Visible effects outside of the page, with their actors and actions. */
const visibleEffects: Record<string, string[]> = {
  'a share sheet': ['share.sendLink'],
  'an offer to install': ['install.showPrompt'],
  'a question of the browser': ['push.askPermission'],
  'a dialog of the browser': [
    'passkeyLogin.choose',
    'passkeyLogin.fillIn',
    'passkeys.makePasskey',
    'proof.choose',
  ],
  'a reload': ['appUpdate.reloadPage'],
  'another page': ['deletion.leavePage'],
  'a file': ['myData.saveData', 'statement.saveFile'],
  'a print': ['recovery.print', 'statement.print'],
};
const names = Object.values(visibleEffects).flat();

/** Effects that a second press intentionally repeats: it saves or prints another file. */
const mayComeAgain = [...(visibleEffects['a file'] ?? []), ...(visibleEffects['a print'] ?? [])];

/** Invisible effects: the app's own connections, and messages to its service worker. */
const unseen = [
  ...['a channel to other windows', 'a subscription to push messages', 'a worker of its own'],
  ...['an observer', 'takeOver.asked', 'version.asked'],
];

test('every effect that leaves the page is listed here', async () => {
  const begun = await allSideEffects();
  const found = [...begun].flatMap(([name, deeds]) =>
    deeds.filter((deed) => !unseen.includes(deed)).map((deed) => `${name}: ${deed}`),
  );
  const named = Object.entries(visibleEffects).flatMap(([deed, all]) =>
    all.map((name) => `${name}: ${deed}`),
  );
  expect([...new Set(found)].sort()).toEqual(named.sort());
});

const machines = [...new Set(names.map((name) => name.split('.')[0] ?? ''))];

test.each(machines)(
  'an effect of %s that leaves the page runs once for an event that arrives twice',
  (id) => {
    const own = names.filter((name) => name.startsWith(`${id}.`));
    const sources = new Map(own.map((name) => [name.slice(id.length + 1), name]));
    const seen = new Set<string>();
    const again: string[] = [];
    for (const model of models[id] ?? []) {
      const done = repeatedEffects(model, new Set(sources.keys()));
      for (const name of done.seen) seen.add(name);
      for (const { name, event, state } of done.twice) {
        const isWanted = event.endsWith('.pressed') && mayComeAgain.includes(`${id}.${name}`);
        if (!isWanted) again.push(`${name} by ${event} in ${state}`);
      }
    }
    expect(again).toEqual([]);
    expect([...seen].sort(), 'effects that an event of the model causes').toEqual(
      [...sources.keys()].sort(),
    );
  },
);
