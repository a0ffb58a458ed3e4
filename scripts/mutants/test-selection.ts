import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importsIn } from '../../tests/house/imports.ts';
import type { Fault } from './fault.ts';
import { root } from './project.ts';

/** A test file to run, or only its tests with a name that fits the pattern. */
export interface TestRun {
  file: string;
  /** a regular expression for names of tests; absent: all tests */
  pattern?: string;
}

/**
 * Tests that go through every machine; for a fault only the part about its machine runs. Tests of
 * generated pages are not among them.
 */
const OF_MACHINES = /^tests\/model\/(machines|invariants)\.test\.ts$/;

/** The only file of its folder that needs a build and a browser. */
const IN_BROWSER = 'tests/ui/shell.test.ts';

/** Tests that need the built app, which a copy does not have. */
const OF_BUILD: readonly string[] = [
  IN_BROWSER,
  'tests/server/release.test.ts',
  'tests/server/rolling.test.ts',
];

export interface TestSelection {
  /** the test files to run with a fault: first those that run before the compiler, then all others */
  testsOf(fault: Fault): TestRun[][];
  /** files that import a file directly: a fault in the file may break their compilation */
  importersOf(file: string): string[];
}

const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).sort();

/** Tests that see only the built app. */
export const testsInBrowser = () => [...filesOf('tests/browser/**/*.test.ts'), IN_BROWSER];

/** The files of programs that a test starts as child processes. */
function startedIn(file: string, text: string): string[] {
  if (!isOfServer(file)) return [];
  const programs = [...text.matchAll(/\b(server\/(?:operator\/)?main\.ts)'/g)];
  const children = [...text.matchAll(/\bstartChild\('([\w-]+\.ts)'/g)];
  return [
    ...programs.map(([, program = '']) => program),
    ...children.map(([, name = '']) => `tests/server/children/${name}`),
  ];
}

/** Reads for each file which files it starts, or imports; imports of types only do not count. */
function readImports(): Map<string, string[]> {
  const files = filesOf('{machines,contract,src,server,scripts,tests}/**/*.{ts,tsx}');
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const imports = importsIn(file, text).filter(({ isTypeOnly }) => !isTypeOnly);
      return [file, [...imports.map(({ to }) => to), ...startedIn(file, text)]];
    }),
  );
}

/** All files that a file imports, directly or not, and itself, each with the number of imports between them. */
function closureOf(
  file: string,
  imports: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const found = new Map([[file, 0]]);
  for (const [each, distance] of found) {
    for (const to of imports.get(each) ?? []) {
      if (imports.has(to) && !found.has(to)) found.set(to, distance + 1);
    }
  }
  return found;
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, first) => first.toUpperCase());

/** The test runs for the walks of some machines, and for the specification's rows about them. */
const walksOf = (machines: readonly string[], files: readonly string[]): TestRun[] => {
  const names = machines.map((file) => camelCase(basename(file, '.machine.ts'))).join('|');
  const pattern = `^((${names}) |the specification’s [^:]* (${names}): )`;
  return machines.length > 0 ? files.map((file) => ({ file, pattern })) : [];
};

/**
 * Words of a file's name and of its machine's or screen's: `withdrawal` of
 * `machines/withdrawal/pending.ts`, `web-push` of the migration `0020_web_push.sql`.
 */
function wordsOf(file: string): string[] {
  const [, home = ''] = /^(?:machines|src\/screens)\/([^/.]+)\//.exec(file) ?? [];
  const [own = ''] = basename(file).split('.');
  const name = own.replace(/^\d+_/, '').replaceAll('_', '-');
  return home ? [home, name] : [name];
}

/** Does the test's file name contain a word of the file's name? */
export const isNamedFor = (test: string, file: string) =>
  wordsOf(file).some((word) => new RegExp(`(^|-)${word}`).test(basename(test)));

const isOfServer = (test: string) => test.startsWith('tests/server/');

/** Does a file belong to the machine, as its only file or in its folder? */
const isOf = (machine: string, file: string) =>
  machine === file || (dirname(file) !== 'machines' && dirname(machine) === dirname(file));

/** Number of tests that run before the compiler, for a file without a test of its name. */
const AT_FIRST = 4;

/** The root machine routes each machine's notifications to the others. */
const ROOT = 'machines/app/';

/**
 * Reads all imports once. A test that starts another process depends on more files than these imports
 * show.
 * @param only prefixes of the tests' paths; empty: all
 * @param most maximum number of tests for a fault
 */
export function selectTests(
  only: readonly string[] = [],
  most: number = Number.POSITIVE_INFINITY,
): TestSelection {
  const imports = readImports();
  const tests = filesOf('tests/{model,ui,contract,server}/**/*.test.ts').filter(
    (file) =>
      !OF_BUILD.includes(file) && (only.length === 0 || only.some((path) => file.startsWith(path))),
  );
  const seen = new Map(tests.map((file) => [file, closureOf(file, imports)]));
  const ofMachines = tests.filter((test) => OF_MACHINES.test(test));
  const machines = filesOf('machines/**/*.machine.ts');
  const built = new Map(machines.map((file) => [file, closureOf(file, imports)]));
  const sees = (test: string, file: string): boolean => {
    if (file.endsWith('.sql')) return isOfServer(test);
    // the server shares functions with machines and app, whose own tests show the purpose of these functions
    const isOurs = !isOfServer(test) || /^(contract|server)\//.test(file) || isNamedFor(test, file);
    return isOurs && Boolean(seen.get(test)?.has(file));
  };
  const testsOf = ({ file, tests: known }: Fault): TestRun[][] => {
    if (known) return [known.map((each) => ({ file: each }))];
    const seeing = tests.filter((test) => !OF_MACHINES.test(test) && sees(test, file));
    const own = machines.filter((machine) => isOf(machine, file));
    const others = machines.filter((each) => !own.includes(each) && built.get(each)?.has(file));
    const distance = (test: string) => seen.get(test)?.get(file) ?? 0;
    const named = (isNear: boolean) =>
      seeing
        .filter((test) => isNamedFor(test, file) === isNear)
        .sort((a, b) => Number(isOfServer(a)) - Number(isOfServer(b)) || distance(a) - distance(b))
        .map((test) => ({ file: test }));
    // a machine's walks replace its child machines by mocks
    const far =
      own.length === 0
        ? walksOf(others, ofMachines)
        : file.startsWith(ROOT)
          ? walksOf(machines, ofMachines)
          : [];
    const near = [...named(true), ...walksOf(own, ofMachines)];
    const runs = [...near, ...named(false), ...far].slice(0, most);
    const first = near.length || AT_FIRST;
    return [runs.slice(0, first), runs.slice(first)].filter(({ length }) => length > 0);
  };
  const importersOf = (file: string) =>
    [...imports].filter(([, to]) => to.includes(file)).map(([user]) => user);
  return { testsOf, importersOf };
}
