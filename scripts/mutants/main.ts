import { equivalent } from '../../tests/mutants/equivalent.ts';
import { type Copy, openCopy } from './copy.ts';
import { eachBy } from './each.ts';
import type { Fault } from './fault.ts';
import { generateFaults } from './generate.ts';
import { chosenOf, type Options, readOptions, usage } from './options.ts';
import { type Compiler, openCompiler } from './project.ts';
import { keepRecord } from './record.ts';
import { isGoodEnough, type Judged, lineOf, summaryOf } from './report.ts';
import type { Noticed } from './running.ts';
import { type Sight, type TestRun, whoSees } from './seen-by.ts';
import { trySwitched } from './switched/trying.ts';

/**
 * `npm run test:mutants`: plants faults, made from the syntax tree or written by hand, one at a
 * time in copies of the project, and runs the tests that can see it; those of the app are all in
 * one build, where one at a time is switched on. Ends with 1 when more faults than allowed go
 * unseen, when the tests fail without one, or when one is no fault but a broken program.
 */

/** What a planted fault must not look like: then the test noticed the planting, not the fault. */
const BROKEN =
  /syntax error at|SyntaxError|Transform failed|could not determine data type|PARSE_ERROR/;

/** What waits in vain is noticed too; on a busy machine it may only have been slow. */
const LATE = /timed out/;

/** How many files of tests are run at once: more could take longer than a run may. */
const BATCH = 8;

interface Tools {
  compiler: Compiler;
  sight: Sight;
  /** seconds; null: as long as it takes */
  within: number | null;
}

type Found = Pick<Judged, 'verdict' | 'by'>;

/** Tests come first: what only the compiler notices is told apart. */
async function judge(fault: Fault, copy: Copy, tools: Tools): Promise<Found> {
  const { compiler, sight, within } = tools;
  const reason = equivalent[fault.id];
  if (reason) return { verdict: 'equivalent', by: reason };
  const [near = [], far = []] = sight.testsOf(fault);
  const until = performance.now() + (within ?? Number.POSITIVE_INFINITY) * 1_000;
  const noticed = await noticedBy(fault, near, copy, until);
  if (noticed) return noticed;
  const isCode = /\.tsx?$/.test(fault.file);
  // what inverts a guard is of no type that could be judged
  const isTyped = isCode && fault.kind !== 'guard-inverted';
  if (isTyped && compiler.refuses(fault, sight.usersOf(fault.file))) {
    return { verdict: 'compiler', by: 'tsc' };
  }
  return (await noticedBy(fault, far, copy, until)) ?? { verdict: 'unseen', by: '' };
}

async function noticedBy(
  { file, edits }: Fault,
  tests: readonly TestRun[],
  copy: Copy,
  until: number,
): Promise<Found | null> {
  for (let at = 0; at < tests.length; at += BATCH) {
    if (performance.now() > until) return { verdict: 'undecided', by: '' };
    const run = tests.slice(at, at + BATCH);
    const { noticed } = await copy.run({ file, edits, tests: run });
    if (!noticed) continue;
    const { test, why } = noticed;
    if (BROKEN.test(why)) return { verdict: 'broken', by: `${test}: ${why.split('\n')[0]}` };
    const verdict = LATE.test(why) ? 'late' : await verdictOf(noticed, run, { file, copy });
    return { verdict, by: test };
  }
  return null;
}

/** The tests that are known to pass, each by what it is run with. */
const passing = new Set<string>();

/** By what noticed a fault: does it pass without one, or is the machine too busy to tell? */
async function verdictOf(
  { module }: Noticed,
  run: readonly TestRun[],
  { file, copy }: { file: string; copy: Copy },
): Promise<'caught' | 'late' | 'failing'> {
  const tests = run.filter((each) => module === null || each.file === module);
  const name = JSON.stringify(tests);
  if (passing.has(name)) return 'caught';
  const { noticed } = await copy.run({ file, edits: [], tests });
  if (noticed && LATE.test(noticed.why)) return 'late';
  if (noticed) {
    console.log(`fails without a fault: ${noticed.test}\n${noticed.why}`);
    return 'failing';
  }
  passing.add(name);
  return 'caught';
}

async function tryPlanted(faults: readonly Fault[], jobs: number, tools: Tools): Promise<Judged[]> {
  const copies = await Promise.all(Array.from({ length: Math.min(jobs, faults.length) }, openCopy));
  try {
    return await eachBy(faults, copies, async (fault, copy) => {
      const begun = performance.now();
      const found = await judge(fault, copy, tools);
      const judged = { fault, seconds: (performance.now() - begun) / 1000, ...found };
      console.log(lineOf(judged));
      return judged;
    });
  } finally {
    await Promise.all(copies.map((copy) => copy.close()));
  }
}

/** Those of the app stand side by side in one build; the others are planted one at a time. */
async function tryAll(
  faults: readonly Fault[],
  compiler: Compiler,
  options: Options,
): Promise<Judged[]> {
  const isOfApp = ({ file }: Fault) => file.startsWith('src/');
  const [app, others] = [faults.filter(isOfApp), faults.filter((fault) => !isOfApp(fault))];
  const { by, nearest, within, jobs } = options;
  if (app.length > 0 && within !== null) throw new Error('--within is not for faults of src/');
  const sight = whoSees(by, nearest ?? Number.POSITIVE_INFINITY);
  const planted = await tryPlanted(others, jobs, { compiler, sight, within });
  return app.length === 0 ? planted : [...planted, ...(await trySwitched(app, compiler, options))];
}

async function main(options: Options, compiler: Compiler): Promise<void> {
  const made = generateFaults(compiler, options.paths, options.kinds);
  const chosen = chosenOf(made, options);
  if (options.isList) {
    for (const { id, what } of chosen) console.log(`${id}  ${what}`);
    return;
  }
  const judged = await tryAll(chosen, compiler, options);
  console.log(`\n${summaryOf(judged, made.length)}`);
  if (options.isRecord) {
    const kept = keepRecord(judged, generateFaults(compiler, ['machines/'], []));
    console.log(`recorded: ${kept.join(', ') || 'none, for some faults were left out'}`);
  }
  process.exitCode = isGoodEnough(judged, options.allowedUnseen) ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  const today = new Date().toISOString().slice(0, 10);
  const options = readOptions(process.argv.slice(2), today);
  const compiler = openCompiler();
  try {
    await main(options, compiler);
  } finally {
    compiler.close();
  }
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage}`);
  process.exitCode = 2;
}
