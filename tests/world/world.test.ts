import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { volume } from '../volume.ts';
import { bundleApp } from './bundle.ts';
import { known } from './regressions.ts';
import { invariants, simulate } from './simulate.ts';
import { type Scenario, scenario } from './steps.ts';
import { globalNames } from './window/globals.ts';
import type { RunApp } from './world.ts';

/**
 * Random scenarios, the same in every run: a test that decides about main must not depend on luck.
 * `WORLD_SEED` sets another seed, `WORLD_RUNS` the number of scenarios, and `WORLD_PATH` the path to the
 * shrunk scenario that a failure has printed.
 */
const { WORLD_SEED = '42', WORLD_RUNS = volume(60, 20), WORLD_PATH } = process.env;

const SCENARIO_MS = 5_000;
const LONGEST_MS = Number(WORLD_RUNS) * SCENARIO_MS + 60_000;

let run: RunApp;
beforeAll(async () => {
  run = await bundleApp(globalNames);
});

test(
  'the invariants of the whole app hold in every scenario',
  async () => {
    expect(invariants.length).toBeGreaterThanOrEqual(12);
    await fc.assert(
      fc.asyncProperty(scenario, (one) => simulate(run, one)),
      {
        examples: known.map((one): [Scenario] => [one]),
        numRuns: Number(WORLD_RUNS),
        // reports the failures found by then, shrunk as far as possible
        interruptAfterTimeLimit: LONGEST_MS - 2 * SCENARIO_MS,
        seed: Number(WORLD_SEED),
        ...(WORLD_PATH && { path: WORLD_PATH }),
      },
    );
  },
  LONGEST_MS,
);
