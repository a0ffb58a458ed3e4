import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { everyLaw } from './laws/every.ts';
import { runRandomly } from './laws/runs.ts';
import { allNodes } from './model.ts';
import { models } from './models.ts';

/** The root has its own, in a world of its own. */
const names = Object.keys(models).filter((name) => name !== 'app');

const pathOf = ({ id }: AnyStateNode) => id.slice(id.indexOf('.') + 1);

test('every machine has at least four laws', () => {
  const few = names.filter((name) => (everyLaw[name]?.laws.length ?? 0) < 4);
  expect(few).toEqual([]);
});

describe.each(names)('%s', (name) => {
  const beginnings = models[name] ?? [];
  const laws = everyLaw[name] ?? { laws: [] };
  const lasting = Object.keys(laws.lasts ?? {}).sort();

  test('keeps its laws, and ends each state in time, in random runs', () => {
    const { judged, waited, began } = runRandomly(beginnings, laws);
    // a law that never had anything to say is none
    expect(laws.laws.map(({ says }) => says).filter((says) => !judged.has(says))).toEqual([]);
    expect(lasting.filter((state) => !waited.has(state))).toEqual([]);
    const declared = Object.keys(beginnings[0]?.machine.implementations.actors ?? {});
    expect(declared.filter((src) => !began.has(src))).toEqual([]);
  });

  test('is busy in the states that end by themselves, but for those that nobody waits for', () => {
    const [model] = beginnings;
    const nodes = model ? allNodes(model.machine.root) : [];
    const busy = nodes.filter(({ tags }) => tags.includes('busy')).map(pathOf);
    const calm = laws.calm ?? [];
    expect(calm.filter((state) => !lasting.includes(state))).toEqual([]);
    expect(busy.sort()).toEqual(lasting.filter((state) => !calm.includes(state)));
  });

  test('has no other states that end by themselves than its table says', () => {
    const [model] = beginnings;
    const timed = model ? allNodes(model.machine.root).filter(({ after }) => after.length > 0) : [];
    expect(timed.map(pathOf).sort()).toEqual(lasting);
  });
});
