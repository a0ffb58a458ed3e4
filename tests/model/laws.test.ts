import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { everyLaw } from './laws/every.ts';
import { runRandomly } from './laws/runs.ts';
import { allNodes, type Model } from './model.ts';
import { models } from './models.ts';

const names = Object.keys(models);

test('every machine has at least four laws', () => {
  // the root has its own, in a world of its own
  const alone = names.filter((name) => name !== 'app');
  const few = alone.filter((name) => (everyLaw[name]?.laws.length ?? 0) < 4);
  expect(few).toEqual([]);
});

/** States that no law asks about yet, or only by what is known in them. */
const spared: Readonly<Record<string, string[]>> = {
  outbox: ['keeping.settled', 'line.settling', 'rewards.paid'],
  rendition: ['small', 'medium', 'large'],
  theme: ['followingSystem.light'],
  feed: ['stage.empty'],
  nowPlaying: ['session.empty'],
  appUpdate: ['available.inUse'],
  tasks: ['fresh'],
};

/** The innermost states in which a machine can stay, by their paths. */
function placesIn([model]: readonly Model[]): string[] {
  const nodes = model ? allNodes(model.machine.root).slice(1) : [];
  const isPlace = ({ states, type, always }: AnyStateNode) =>
    Object.keys(states).length === 0 &&
    type !== 'history' &&
    !always?.some(({ guard }) => guard === undefined);
  return nodes.filter(isPlace).map(({ id }) => id.slice(id.indexOf('.') + 1));
}

describe.each(names)('%s', (name) => {
  const beginnings = models[name] ?? [];
  const laws = everyLaw[name] ?? { laws: [] };
  const lasting = Object.keys(laws.lasts ?? {}).sort();

  test('keeps its laws, and ends each state in time, in random runs', () => {
    const { judged, waited, asked } = runRandomly(beginnings, laws);
    // a law that never had anything to say is none
    expect(laws.laws.map(({ says }) => says).filter((says) => !judged.has(says))).toEqual([]);
    expect(lasting.filter((state) => !waited.has(state))).toEqual([]);
    const states = name === 'app' ? [] : placesIn(beginnings);
    const unasked = states.filter((state) => !asked.has(state) && !lasting.includes(state));
    expect({ 'no law asks about': unasked }).toEqual({ 'no law asks about': spared[name] ?? [] });
  });

  test('has no other states that end by themselves than its table says', () => {
    const [model] = beginnings;
    const timed = model ? allNodes(model.machine.root).filter(({ after }) => after.length > 0) : [];
    const paths = timed.map(({ id }) => id.slice(id.indexOf('.') + 1));
    expect([...new Set(paths)].sort()).toEqual(lasting);
  });
});
