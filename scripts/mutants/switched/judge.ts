import { equivalent } from '../../../tests/mutants/equivalent.ts';
import { eachBy } from '../each.ts';
import type { Fault } from '../fault.ts';
import type { Compiler } from '../project.ts';
import { type Judged, lineOf } from '../report.ts';
import { isNamedFor, type Sight, testsInBrowser } from '../seen-by.ts';
import { buildProgram, type Runner } from './program.ts';
import { reachesOf, type TestFile } from './reach.ts';
import type { Switched } from './text.ts';

export interface Means {
  compiler: Compiler;
  sight: Sight;
  /** only tests whose path begins so; none: all */
  by: readonly string[];
  /** how many files of tests a fault is shown to; null: all that come to it */
  nearest: number | null;
  jobs: number;
}

type Found = Pick<Judged, 'verdict' | 'by'>;

/** What waits in vain may only have been slow. */
const WAITED = /timed out|timeout|did not succeed in time/i;

const inBrowser = new Set(testsInBrowser());

/** All that come to a fault, those that are likeliest to notice it first. */
function seeing({ id, fault }: Switched, files: readonly TestFile[]): TestFile[][] {
  const order = (a: TestFile, b: TestFile) =>
    Number(inBrowser.has(a.test)) - Number(inBrowser.has(b.test)) ||
    a.reached.size - b.reached.size;
  const those = files.filter(({ reached }) => reached.has(id)).sort(order);
  const isNear = ({ test }: TestFile) => !inBrowser.has(test) || isNamedFor(test, fault.file);
  return [those.filter(isNear), those.filter((each) => !isNear(each))];
}

/** @returns null: none of them has noticed it */
async function noticedBy(
  id: number,
  tests: readonly TestFile[],
  runner: Runner,
): Promise<Found | null> {
  let late: Found | null = null;
  for (const { test } of tests) {
    const { noticed } = await runner.run({ test, on: id, isRecorded: false });
    if (!noticed) continue;
    const by = `${test}: ${noticed.test}`;
    if (!WAITED.test(noticed.why)) return { verdict: 'caught', by };
    const without = await runner.run({ test, on: null, isRecorded: false });
    if (!without.noticed) return { verdict: 'caught', by };
    late = { verdict: 'late', by };
  }
  return late;
}

export async function judge(
  each: Switched,
  files: readonly TestFile[],
  runner: Runner,
  { compiler, sight, nearest }: Pick<Means, 'compiler' | 'sight' | 'nearest'>,
): Promise<Found> {
  const { fault, id } = each;
  const [near = [], far = []] = seeing(each, files);
  const all = near.length + far.length;
  const most = nearest ?? all;
  const passing = (those: readonly TestFile[]) => those.filter(({ why }) => why === null);
  const first = passing(near).slice(0, most);
  const noticed = await noticedBy(id, first, runner);
  if (noticed) return noticed;
  if (compiler.refuses(fault, sight.usersOf(fault.file))) return { verdict: 'compiler', by: 'tsc' };
  const rest = passing(far).slice(0, most - first.length);
  const shown = first.length + rest.length;
  const by = all === 0 ? 'never run' : `run by ${all} files of tests, shown to ${shown}`;
  return (await noticedBy(id, rest, runner)) ?? { verdict: 'unseen', by };
}

function say(judged: Judged): Judged {
  console.log(lineOf(judged));
  return judged;
}

/** Tries faults in a build that has them all: the tests in a browser can be asked too. */
export async function trySwitched(faults: readonly Fault[], means: Means): Promise<Judged[]> {
  const isEquivalent = ({ id }: Fault) => equivalent[id] !== undefined;
  const program = buildProgram(
    means.compiler,
    faults.filter((fault) => !isEquivalent(fault)),
  );
  const untried = [
    ...faults
      .filter(isEquivalent)
      .map((fault) => ({ fault, verdict: 'equivalent' as const, by: equivalent[fault.id] ?? '' })),
    ...program.left.map((fault) => ({ fault, verdict: 'not-switchable' as const, by: '' })),
  ].map((each) => say({ ...each, seconds: 0 }));
  const runners: Runner[] = [];
  try {
    for (let at = 0; at < means.jobs; at += 1) runners.push(await program.open());
    const files = await reachesOf(program.switched, runners, means);
    const tried = await eachBy(program.switched, runners, async (each, runner) => {
      const begun = performance.now();
      const found = await judge(each, files, runner, means);
      const seconds = (performance.now() - begun) / 1000;
      return say({ fault: each.fault, seconds, ...found });
    });
    return [...untried, ...tried];
  } finally {
    await Promise.all(runners.map((runner) => runner.close()));
    program.close();
  }
}
