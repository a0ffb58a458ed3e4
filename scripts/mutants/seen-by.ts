import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importsIn } from '../../tests/house/imports.ts';
import type { Fault } from './fault.ts';
import { root } from './project.ts';

/** A file of tests, or those of its tests whose names begin in a certain way. */
export interface TestRun {
  file: string;
  /** a regular expression */
  pattern?: string;
}

/** Tests of every machine, which are run for one alone; what a generated page says is none of them. */
const OF_MACHINES = /^tests\/model\/(machines|laws)\.test\.ts$/;

/** The one file of its folder that needs a build and a browser. */
const IN_BROWSER = 'tests/ui/shell.test.ts';

export interface Sight {
  /** the tests that a fault is shown to, those that are likeliest to notice it first */
  testsOf(fault: Fault): TestRun[][];
  /** the code that imports a file itself, and may not compile any more */
  usersOf(file: string): string[];
}

const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).sort();

/** What each file imports for more than its types. */
function readImports(): Map<string, string[]> {
  const files = filesOf('{machines,contract,src,server,scripts,tests}/**/*.{ts,tsx}');
  return new Map(
    files.map((file) => {
      const imports = importsIn(file, readFileSync(join(root, file), 'utf8'));
      return [file, imports.filter(({ isTypeOnly }) => !isTypeOnly).map(({ to }) => to)];
    }),
  );
}

/** All that a file brings with it, itself too. */
function closureOf(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set([file]);
  for (const each of found) {
    for (const to of imports.get(each) ?? []) if (imports.has(to)) found.add(to);
  }
  return found;
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, first) => first.toUpperCase());

/** The walks of some machines, and the rows of the specification that they prove. */
const walksOf = (machines: readonly string[], files: readonly string[]): TestRun[] => {
  const names = machines.map((file) => camelCase(basename(file, '.machine.ts'))).join('|');
  const pattern = `^((${names}) |the specification’s [^:]* (${names}): )`;
  return machines.length > 0 ? files.map((file) => ({ file, pattern })) : [];
};

/** Its own name, and that of its machine or screen: `withdrawal` of `machines/withdrawal/pending.ts`. */
function wordsOf(file: string): string[] {
  const [, home = ''] = /^(?:machines|src\/screens)\/([^/.]+)\//.exec(file) ?? [];
  const [own = ''] = basename(file).split('.');
  return home ? [home, own] : [own];
}

const isNamedFor = (test: string, file: string) =>
  wordsOf(file).some((word) => new RegExp(`(^|-)${word}`).test(basename(test)));

const isOfServer = (test: string) => test.startsWith('tests/server/');

/** Whether a file is the machine's, or lies in its folder. */
const isOf = (machine: string, file: string) =>
  machine === file || (dirname(file) !== 'machines' && dirname(machine) === dirname(file));

/** What every machine's news mean to the others is decided there. */
const ROOT = 'machines/app/';

/**
 * Reads once who imports what. A test that starts another process sees more than is known here.
 * @param only tests whose path begins so; none: all
 */
export function whoSees(only: readonly string[] = []): Sight {
  const imports = readImports();
  const tests = filesOf('tests/{model,ui,contract,server}/**/*.test.ts').filter(
    (file) =>
      file !== IN_BROWSER && (only.length === 0 || only.some((path) => file.startsWith(path))),
  );
  const seen = new Map(tests.map((file) => [file, closureOf(file, imports)]));
  const ofMachines = tests.filter((test) => OF_MACHINES.test(test));
  const machines = filesOf('machines/**/*.machine.ts');
  const built = new Map(machines.map((file) => [file, closureOf(file, imports)]));
  const sees = (test: string, file: string): boolean => {
    if (file.endsWith('.sql')) return isOfServer(test);
    // the server shares functions with machines and app; what these are for their own tests show
    const isOurs = !isOfServer(test) || /^(contract|server)\//.test(file) || isNamedFor(test, file);
    return isOurs && Boolean(seen.get(test)?.has(file));
  };
  const testsOf = ({ file, tests: known }: Fault): TestRun[][] => {
    if (known) return [known.map((each) => ({ file: each }))];
    const seeing = tests.filter((test) => !OF_MACHINES.test(test) && sees(test, file));
    const own = machines.filter((machine) => isOf(machine, file));
    const others = machines.filter((each) => !own.includes(each) && built.get(each)?.has(file));
    const named = (isNear: boolean) =>
      seeing
        .filter((test) => isNamedFor(test, file) === isNear)
        .sort((a, b) => Number(isOfServer(a)) - Number(isOfServer(b)))
        .map((test) => ({ file: test }));
    // a machine within another is stood in for in the other's walks
    const far =
      own.length === 0
        ? walksOf(others, ofMachines)
        : file.startsWith(ROOT)
          ? walksOf(machines, ofMachines)
          : [];
    const runs = [
      [...named(true), ...walksOf(own, ofMachines)],
      [...named(false), ...far],
    ];
    return runs.filter(({ length }) => length > 0);
  };
  const usersOf = (file: string) =>
    [...imports].filter(([, to]) => to.includes(file)).map(([user]) => user);
  return { testsOf, usersOf };
}
