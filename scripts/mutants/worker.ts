import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { applied, type Edit } from './fault.ts';
import type { TestRun } from './seen-by.ts';

/** A fault to be planted in this worker's copy of the project, and the tests to run on it. */
export interface Order {
  file: string;
  edits: readonly Edit[];
  tests: readonly TestRun[];
}

/** The first that noticed it. */
export interface Outcome {
  noticed: { test: string; why: string } | null;
}

/** A test that waits for what a fault has kept from coming need not wait for long. */
const TEST_MS = 20_000;

/** One vitest for all faults: what they do not change is transformed once. */
const open = (root: string): Promise<Vitest> =>
  createVitest({
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    testTimeout: TEST_MS,
    project: ['code', 'server'],
    reporters: [{}],
  });

function failuresOf(module: TestModule): { test: string; why: string }[] {
  const failed = [...module.children.allTests('failed')].map((test) => ({
    test: test.fullName,
    why: test.result().errors?.[0]?.message ?? '',
  }));
  const broken = module
    .errors()
    .map(({ message }) => ({ test: module.relativeModuleId, why: message }));
  return [...failed, ...broken];
}

async function run(vitest: Vitest, root: string, tests: readonly TestRun[]): Promise<Outcome> {
  const specifications = tests.map(({ file, pattern }) => {
    const project = vitest.getProjectByName(file.startsWith('tests/server/') ? 'server' : 'code');
    const options = pattern === undefined ? undefined : { testNamePattern: new RegExp(pattern) };
    return project.createSpecification(join(root, file), options);
  });
  // what came of the faults before is answered as well as what comes of this one
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const unhandled = unhandledErrors.map((error) => ({
    test: 'an error that nobody has caught',
    why: String((error as Error).message),
  }));
  const [noticed = null] = [...testModules.flatMap(failuresOf), ...unhandled];
  return { noticed };
}

const [, , root = ''] = process.argv;
const vitest = await open(root);
process.on('message', async ({ file, edits, tests }: Order) => {
  const path = join(root, file);
  const text = edits.length > 0 ? readFileSync(path, 'utf8') : '';
  if (text) writeFileSync(path, applied(text, edits));
  vitest.invalidateFile(path);
  try {
    process.send?.(await run(vitest, root, tests));
  } finally {
    if (text) writeFileSync(path, text);
    vitest.invalidateFile(path);
  }
});
process.send?.('ready');
