import { equivalent } from '../../../tests/mutants/equivalent.ts';
import { runWithPool } from '../each.ts';
import type { Fault } from '../fault.ts';
import type { Options } from '../options.ts';
import type { Compiler } from '../project.ts';
import { type Judged, lineOf } from '../report.ts';
import { selectTests, testsInBrowser } from '../test-selection.ts';
import { Judge, orderOf } from './judge.ts';
import { buildProgram, type Runner } from './program.ts';

function say(judged: Judged): Judged {
  console.log(lineOf(judged));
  return judged;
}

/** Tries faults in one build that contains them all, which tests in a browser can use too. */
export async function trySwitched(
  faults: readonly Fault[],
  compiler: Compiler,
  { by, nearest, jobs }: Options,
): Promise<Judged[]> {
  const isEquivalent = ({ name }: Fault) => equivalent[name] !== undefined;
  const isSelected = (test: string) => by.length === 0 || by.some((path) => test.startsWith(path));
  const rest = faults.filter((fault) => !isEquivalent(fault));
  const program = buildProgram(compiler, rest, testsInBrowser().some(isSelected));
  const untried = [
    ...faults.filter(isEquivalent).map((fault) => ({
      fault,
      verdict: 'equivalent' as const,
      by: equivalent[fault.name] ?? '',
    })),
    ...program.unswitchable.map((fault) => ({ fault, verdict: 'not-switchable' as const, by: '' })),
  ].map((each) => say({ ...each, seconds: 0 }));
  const testSelection = selectTests(by);
  const { importersOf } = testSelection;
  const judge = new Judge({
    orderOf: orderOf(testSelection, isSelected),
    compiler,
    importersOf,
    nearest,
  });
  const runners: Runner[] = [];
  try {
    for (let at = 0; at < jobs; at += 1) runners.push(await program.open());
    const tried = await runWithPool(program.switched, runners, async (each, runner) => {
      const begun = performance.now();
      const found = await judge.judge(each, runner);
      const seconds = (performance.now() - begun) / 1000;
      return say({ fault: each.fault, seconds, ...found });
    });
    return [...untried, ...tried];
  } finally {
    await Promise.all(runners.map((runner) => runner.close()));
    program.close();
  }
}
