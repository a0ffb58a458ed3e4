import { eachBy } from '../each.ts';
import { type Sight, testsInBrowser } from '../seen-by.ts';
import type { Runner } from './program.ts';
import type { Switched } from './text.ts';

/** What a file of tests does with no fault on. */
export interface TestFile {
  test: string;
  /** why it fails; null: it passes */
  why: string | null;
  /** the faults that could have been on */
  reached: ReadonlySet<number>;
}

async function reachOf(test: string, runner: Runner): Promise<TestFile> {
  const begun = performance.now();
  let { noticed, reached } = await runner.run({ test, on: null, isRecorded: true });
  if (noticed) {
    // on a busy machine it may only have been slow
    const again = await runner.run({ test, on: null, isRecorded: true });
    noticed = again.noticed;
    reached = [...reached, ...again.reached];
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const found = { test, why: noticed ? noticed.why : null, reached: new Set(reached) };
  console.log(`comes to   ${seconds} s  ${test}  ${found.reached.size}`);
  if (noticed) console.log(`             fails without a fault: ${noticed.test}\n${noticed.why}`);
  return found;
}

/** Runs every file of tests that may come to the faults once, with none on. */
export async function reachesOf(
  switched: readonly Switched[],
  runners: readonly Runner[],
  { sight, by }: { sight: Sight; by: readonly string[] },
): Promise<TestFile[]> {
  const isAsked = (test: string) =>
    by.length === 0 || by.some((beginning) => test.startsWith(beginning));
  const oneOfEach = new Map(switched.map(({ fault }) => [fault.file, fault]));
  const importing = [...oneOfEach.values()]
    .flatMap((fault) => sight.testsOf(fault).flat())
    .map(({ file }) => file)
    .filter((file) => !file.startsWith('tests/server/'));
  const tests = [...new Set([...importing, ...testsInBrowser()])].filter(isAsked);
  return eachBy(tests, runners, reachOf);
}
