import { equivalent } from '../../tests/mutants/equivalent.ts';
import type { Copy } from './copy.ts';
import type { Fault } from './fault.ts';
import type { Compiler } from './project.ts';
import type { Judged } from './report.ts';
import type { Noticed, Outcome } from './running.ts';
import type { TestRun, TestSelection } from './test-selection.ts';

/** Errors of code or SQL that does not parse: the test noticed the syntax error, not the fault's effect. */
const BROKEN =
  /syntax error at|SyntaxError|Transform failed|could not determine data type|PARSE_ERROR/;

/** A test's timeout: either the fault caused it, or the computer was too busy. */
const LATE = /timed out/;

/** Maximum number of test files in one run, so that a run ends within its time limit. */
const BATCH = 8;

const CUT: Outcome = { noticed: null, isIncomplete: true };

export interface Tools {
  compiler: Pick<Compiler, 'refuses'>;
  testSelection: TestSelection;
  /** time limit for one fault in seconds; null: no limit */
  within: number | null;
}

type Found = Pick<Judged, 'verdict' | 'by'>;
type Runner = Pick<Copy, 'run'>;

/** Runs the likeliest tests, then the compiler, then all other tests. */
export async function judge(fault: Fault, copy: Runner, tools: Tools): Promise<Found> {
  const { compiler, testSelection, within } = tools;
  const reason = equivalent[fault.name];
  if (reason) return { verdict: 'equivalent', by: reason };
  const [near = [], far = []] = testSelection.testsOf(fault);
  const until = performance.now() + (within ?? Number.POSITIVE_INFINITY) * 1_000;
  const noticed = await noticedBy(fault, near, copy, until);
  if (noticed) return noticed;
  const isCode = /\.tsx?$/.test(fault.file);
  // an inverted guard always compiles
  const isTyped = isCode && fault.kind !== 'guard-inverted';
  if (isTyped && compiler.refuses(fault, testSelection.importersOf(fault.file))) {
    return { verdict: 'compiler', by: 'tsc' };
  }
  return (await noticedBy(fault, far, copy, until)) ?? { verdict: 'unseen', by: '' };
}

async function noticedBy(
  { file, edits }: Fault,
  tests: readonly TestRun[],
  copy: Runner,
  until: number,
): Promise<Found | null> {
  for (let at = 0; at < tests.length; at += BATCH) {
    const leftMs = until - performance.now();
    const run = tests.slice(at, at + BATCH);
    const order = { file, edits, tests: run };
    const { noticed, isIncomplete } = leftMs > 0 ? await copy.run(order, leftMs) : CUT;
    if (isIncomplete) return { verdict: 'undecided', by: '' };
    if (!noticed) continue;
    const { test, why } = noticed;
    if (BROKEN.test(why)) return { verdict: 'broken', by: `${test}: ${why.split('\n')[0]}` };
    const verdict = LATE.test(why) ? 'late' : await verdictOf(noticed, run, { file, copy });
    return { verdict, by: test };
  }
  return null;
}

/** Cache of the test runs that passed without a fault, as JSON. */
const passing = new Set<string>();

/** Repeats the noticing test without the fault. `caught`: it passes; `late`: it times out; `failing`: it fails. */
async function verdictOf(
  { module }: Noticed,
  run: readonly TestRun[],
  { file, copy }: { file: string; copy: Runner },
): Promise<'caught' | 'late' | 'failing'> {
  const tests = run.filter((each) => module === null || each.file === module);
  const name = JSON.stringify(tests);
  if (passing.has(name)) return 'caught';
  const { noticed } = await copy.run({ file, edits: [], tests });
  if (noticed && LATE.test(noticed.why)) return 'late';
  if (noticed) {
    console.log(`this test fails without a fault too: ${noticed.test}\n${noticed.why}`);
    return 'failing';
  }
  passing.add(name);
  return 'caught';
}
