import type { TestModule, TestSequencer, TestSpecification, Vitest } from 'vitest/node';

export interface Noticed {
  test: string;
  why: string;
  /** the test's file; null: which one is not known */
  module: string | null;
}

/** The first that noticed it. */
export interface Outcome {
  noticed: Noticed | null;
  /** the tests were ended before they were done */
  isCut?: boolean;
}

/** Those that are likeliest to notice it come first, as they are given. */
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
  // what came of the faults before is answered as well as what comes of this one
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const unhandled = unhandledErrors.map((error) => ({
    test: 'an error that nobody has caught',
    why: String((error as Error).message),
    module: null,
  }));
  const [noticed = null] = [...testModules.flatMap(failuresOf), ...unhandled];
  return { noticed };
}
