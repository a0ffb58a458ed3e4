import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { applied, type Edit } from './fault.ts';
import { AsGiven, type Outcome, runTests } from './running.ts';
import type { TestRun } from './test-selection.ts';

/** A fault to plant in this worker's copy of the project, and the tests to run on it. */
export interface Order {
  file: string;
  edits: readonly Edit[];
  tests: readonly TestRun[];
}

/** Shorter than the tests' own timeout: with a fault, a test may wait for ever. */
const TEST_MS = 20_000;

/** The global set-up of the server's tests runs this code; with a fault in it the set-up must run again. */
const OF_SET_UP = /^server\/database\//;

const open = (root: string): Promise<Vitest> =>
  createVitest({
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    testTimeout: TEST_MS,
    sequence: { sequencer: AsGiven },
    project: ['code', 'server'],
    reporters: [{}],
  });

function run(vitest: Vitest, root: string, tests: readonly TestRun[]): Promise<Outcome> {
  const specifications = tests.map(({ file, pattern }) => {
    const project = vitest.getProjectByName(file.startsWith('tests/server/') ? 'server' : 'code');
    const options = pattern === undefined ? undefined : { testNamePattern: new RegExp(pattern) };
    return project.createSpecification(join(root, file), options);
  });
  return runTests(vitest, specifications);
}

async function runAnew(root: string, tests: readonly TestRun[]): Promise<Outcome> {
  const vitest = await open(root);
  try {
    return await run(vitest, root, tests);
  } catch (error) {
    return { noticed: { test: 'the set-up', why: String(error), module: null } };
  } finally {
    await vitest.close();
  }
}

const [, , root = ''] = process.argv;
// one Vitest for all other faults: it transforms an unchanged file once
const vitest = await open(root);
process.on('message', async ({ file, edits, tests }: Order) => {
  const path = join(root, file);
  const text = edits.length > 0 ? readFileSync(path, 'utf8') : '';
  if (text) writeFileSync(path, applied(text, edits));
  vitest.invalidateFile(path);
  const isOfSetUp = edits.length > 0 && OF_SET_UP.test(file);
  try {
    process.send?.(await (isOfSetUp ? runAnew(root, tests) : run(vitest, root, tests)));
  } finally {
    if (text) writeFileSync(path, text);
    vitest.invalidateFile(path);
  }
});
// ends the set-up's Postgres, which would otherwise go on running
process.once('disconnect', async () => {
  await vitest.close();
  process.exit();
});
process.send?.('ready');
