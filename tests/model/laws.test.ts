import { describe, expect, test } from 'vitest';
import { everyLaw } from './laws/every.ts';
import { runRandomly } from './laws/runs.ts';
import { allNodes } from './model.ts';
import { models } from './models.ts';

const names = Object.keys(models);

test('every machine has at least four laws', () => {
  // the root has its own, in a world of its own
  const alone = names.filter((name) => name !== 'app');
  const few = alone.filter((name) => (everyLaw[name]?.laws.length ?? 0) < 4);
  expect(few).toEqual([]);
});

describe.each(names)('%s', (name) => {
  const beginnings = models[name] ?? [];
  const laws = everyLaw[name] ?? { laws: [] };
  const lasting = Object.keys(laws.lasts ?? {}).sort();

  test('keeps its laws, and ends each state in time, in random runs', () => {
    const { judged, waited } = runRandomly(beginnings, laws);
    // a law that never had anything to say is none
    expect(laws.laws.map(({ says }) => says).filter((says) => !judged.has(says))).toEqual([]);
    expect(lasting.filter((state) => !waited.has(state))).toEqual([]);
  });

  test('has no other states that end by themselves than its table says', () => {
    const [model] = beginnings;
    const timed = model ? allNodes(model.machine.root).filter(({ after }) => after.length > 0) : [];
    const paths = timed.map(({ id }) => id.slice(id.indexOf('.') + 1));
    expect([...new Set(paths)].sort()).toEqual(lasting);
  });
});
