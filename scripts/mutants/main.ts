import { chooseParent, removeLeftovers } from '../../tests/postgres/leftovers.ts';
import { openCopy } from './copy.ts';
import { runWithPool } from './each.ts';
import type { Fault } from './fault.ts';
import { generateFaults } from './generate.ts';
import { judge, type Tools } from './judge.ts';
import { chosenOf, type Options, readOptions, usage } from './options.ts';
import { type Compiler, openCompiler } from './project.ts';
import { byMachine, keepRecord } from './record.ts';
import { isGoodEnough, type Judged, lineOf, summaryOf } from './report.ts';
import { trySwitched } from './switched/trying.ts';
import { selectTests } from './test-selection.ts';

/**
 * `npm run test:mutants`: plants faults, made from the syntax tree or written by hand, one at a time in
 * copies of the project, and runs the tests that can notice the fault. The faults of the app are all in
 * one build, where one at a time is switched on. Ends with 1 when the tests miss more faults than allowed,
 * when tests fail without a fault, or when a fault only breaks the program.
 */

async function tryPlanted(faults: readonly Fault[], jobs: number, tools: Tools): Promise<Judged[]> {
  const copies = await Promise.all(Array.from({ length: Math.min(jobs, faults.length) }, openCopy));
  try {
    return await runWithPool(faults, copies, async (fault, copy) => {
      const begun = performance.now();
      const found = await judge(fault, copy, tools);
      const judged = { fault, seconds: (performance.now() - begun) / 1000, ...found };
      console.log(lineOf(judged));
      return judged;
    });
  } finally {
    await Promise.all(copies.map((copy) => copy.close()));
    // tests that were ended early have left their temporary data
    await removeLeftovers(await chooseParent());
  }
}

/** Tries the app's faults in one build with switches, and plants the others one at a time. */
async function tryAll(
  faults: readonly Fault[],
  compiler: Compiler,
  options: Options,
): Promise<Judged[]> {
  const isOfApp = ({ file }: Fault) => file.startsWith('src/');
  const [app, others] = [faults.filter(isOfApp), faults.filter((fault) => !isOfApp(fault))];
  const { by, nearest, within, jobs } = options;
  if (app.length > 0 && within !== null)
    throw new Error('--within does not work with faults in src/');
  const testSelection = selectTests(by, nearest ?? Number.POSITIVE_INFINITY);
  const planted = await tryPlanted(others, jobs, { compiler, testSelection, within });
  return app.length === 0 ? planted : [...planted, ...(await trySwitched(app, compiler, options))];
}

async function main(options: Options, compiler: Compiler): Promise<void> {
  const made = generateFaults(compiler, options.paths, options.kinds);
  const lots = options.isRecord ? byMachine(made) : [made];
  const chosen = lots.flatMap((lot) => chosenOf(lot, options));
  if (options.isList) {
    for (const { id, what } of chosen) console.log(`${id}  ${what}`);
    return;
  }
  const judged = await tryAll(chosen, compiler, options);
  console.log(`\n${summaryOf(judged, made.length)}`);
  if (options.isRecord) {
    const kept = keepRecord(judged, made, generateFaults(compiler, ['machines/'], []));
    console.log(`recorded: ${kept.join(', ') || 'none, because some of its files were left out'}`);
  }
  process.exitCode = isGoodEnough(judged, options.allowedUnseen) ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  const options = readOptions(process.argv.slice(2));
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
