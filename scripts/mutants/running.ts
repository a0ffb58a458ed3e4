import type { TestModule, TestSequencer, TestSpecification, Vitest } from 'vitest/node';

export interface Noticed {
  test: string;
  why: string;
  /** the test's file; null: unknown */
  module: string | null;
}

/** Result of a run of tests: the first failure; null: all tests passed. */
export interface Outcome {
  noticed: Noticed | null;
  /** the run was ended before all tests had finished */
  isIncomplete?: boolean;
}

/** Keeps the given order of the test files, the likeliest to notice the fault first. */
export class AsGiven implements TestSequencer {
  sort(files: TestSpecification[]) {
    return files;
  }
  shard(files: TestSpecification[]) {
    return files;
  }
}

function failuresOf(module: TestModule): Noticed[] {
  const failed = [...module.children.allTests('failed')].map((test) => ({
    test: test.fullName,
    why: test.result().errors?.[0]?.message ?? '',
    module: module.relativeModuleId,
  }));
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  const broken = [...module.errors(), ...suites].map(({ message }) => ({
    test: module.relativeModuleId,
    why: message,
    module: module.relativeModuleId,
  }));
  return [...failed, ...broken];
}

export async function runTests(
  vitest: Vitest,
  specifications: TestSpecification[],
): Promise<Outcome> {
  // removes the results of earlier runs, which Vitest would report again
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const unhandled = unhandledErrors.map((error) => ({
    test: 'an uncaught error',
    why: String((error as Error).message),
    module: null,
  }));
  const [noticed = null] = [...testModules.flatMap(failuresOf), ...unhandled];
  return { noticed };
}
