import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundleApp } from './bundle.ts';
import { faults } from './faults.ts';
import { known } from './regressions.ts';
import { simulate } from './simulate.ts';
import { scenario } from './steps.ts';
import { globalNames } from './window/globals.ts';
import type { RunApp } from './world.ts';

/** `WORLD_FAULTS` plants the faults whose names match it, one after another; `.`: all. */
const { WORLD_FAULTS, WORLD_RUNS = '60', WORLD_SEED = '1' } = process.env;
const wanted = faults.filter(({ name }) => new RegExp(WORLD_FAULTS ?? '').test(name));

/** The first invariant that a scenario breaks, and the number of scenarios until then. */
async function seenBy(run: RunApp): Promise<string | null> {
  const drawn = fc.sample(scenario, { seed: Number(WORLD_SEED), numRuns: Number(WORLD_RUNS) });
  const scenarios = [...known, ...drawn];
  for (const [index, one] of scenarios.entries()) {
    const found = await simulate(run, one).then(
      () => null,
      (error: Error) => error.message,
    );
    if (found) return `scenario ${index + 1}: ${found.split('\nafter')[0]}`;
  }
  return null;
}

test('the text that each fault replaces exists in the code', () => {
  const isThere = ({ file, text }: (typeof faults)[number]) =>
    readFileSync(join(import.meta.dirname, '../..', file), 'utf8').includes(text);
  expect(faults.filter((fault) => !isThere(fault)).map(({ name }) => name)).toEqual([]);
});

// each fault takes long: these tests run on demand only
test.runIf(WORLD_FAULTS).each(wanted)(
  'an invariant notices the fault: $name',
  async (fault) => {
    const seen = await seenBy(await bundleApp(globalNames, fault));
    console.log(`${fault.name}: ${seen}`);
    expect(seen).not.toBeNull();
  },
  600_000,
);
