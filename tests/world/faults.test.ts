import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundleApp } from './bundle.ts';
import { faults } from './faults.ts';
import { known } from './known.ts';
import { live } from './live.ts';
import { life } from './steps.ts';
import { globalNames } from './window/globals.ts';
import type { RunApp } from './world.ts';

/** `WORLD_FAULTS` plants the faults whose names match it, one after another; `.`: all. */
const { WORLD_FAULTS, WORLD_RUNS = '60', WORLD_SEED = '1' } = process.env;
const wanted = faults.filter(({ name }) => new RegExp(WORLD_FAULTS ?? '').test(name));

/** The first law that a life breaks, and the number of lives until then. */
async function seenBy(run: RunApp): Promise<string | null> {
  const drawn = fc.sample(life, { seed: Number(WORLD_SEED), numRuns: Number(WORLD_RUNS) });
  const lives = [...known, ...drawn];
  for (const [index, one] of lives.entries()) {
    const found = await live(run, one).then(
      () => null,
      (error: Error) => error.message,
    );
    if (found) return `life ${index + 1}: ${found.split('\nafter')[0]}`;
  }
  return null;
}

test('the text that each fault replaces exists in the code', () => {
  const isThere = ({ file, text }: (typeof faults)[number]) =>
    readFileSync(join(import.meta.dirname, '../..', file), 'utf8').includes(text);
  expect(faults.filter((fault) => !isThere(fault)).map(({ name }) => name)).toEqual([]);
});

// each takes long: they run on demand only
test.runIf(WORLD_FAULTS).each(wanted)(
  'a law notices the fault: $name',
  async (fault) => {
    const seen = await seenBy(await bundleApp(globalNames, fault));
    console.log(`${fault.name}: ${seen}`);
    expect(seen).not.toBeNull();
  },
  600_000,
);
