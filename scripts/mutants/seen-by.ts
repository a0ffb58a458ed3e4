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

/** Need the built app, which a copy does not have. */
const OF_BUILD: readonly string[] = [
  IN_BROWSER,
  'tests/server/release.test.ts',
  'tests/server/rolling.test.ts',
];

export interface Sight {
  /** the tests that a fault is shown to, those that are likeliest to notice it first */
  testsOf(fault: Fault): TestRun[][];
  /** the code that imports a file itself, and may not compile any more */
  usersOf(file: string): string[];
}

const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).sort();

/** What sees the built app alone. */
export const testsInBrowser = () => [...filesOf('tests/browser/**/*.test.ts'), IN_BROWSER];

/** The programs that a test starts as processes of their own. */
function startedIn(file: string, text: string): string[] {
  if (!isOfServer(file)) return [];
  const programs = [...text.matchAll(/\b(server\/(?:operator\/)?main\.ts)'/g)];
  const children = [...text.matchAll(/\bstartChild\('([\w-]+\.ts)'/g)];
  return [
    ...programs.map(([, program = '']) => program),
    ...children.map(([, name = '']) => `tests/server/children/${name}`),
  ];
}

/** What each file imports for more than its types, or starts. */
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

/** All that a file brings with it, itself too, and over how many imports. */
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

/** The walks of some machines, and the rows of the specification that they prove. */
const walksOf = (machines: readonly string[], files: readonly string[]): TestRun[] => {
  const names = machines.map((file) => camelCase(basename(file, '.machine.ts'))).join('|');
  const pattern = `^((${names}) |the specification’s [^:]* (${names}): )`;
  return machines.length > 0 ? files.map((file) => ({ file, pattern })) : [];
};

/**
 * Its own name, and that of its machine or screen: `withdrawal` of `machines/withdrawal/pending.ts`,
 * `web-push` of the migration `0020_web_push.sql`.
 */
function wordsOf(file: string): string[] {
  const [, home = ''] = /^(?:machines|src\/screens)\/([^/.]+)\//.exec(file) ?? [];
  const [own = ''] = basename(file).split('.');
  const name = own.replace(/^\d+_/, '').replaceAll('_', '-');
  return home ? [home, name] : [name];
}

/** A test that says by its name what it is about. */
export const isNamedFor = (test: string, file: string) =>
  wordsOf(file).some((word) => new RegExp(`(^|-)${word}`).test(basename(test)));

const isOfServer = (test: string) => test.startsWith('tests/server/');

/** Whether a file is the machine's, or lies in its folder. */
const isOf = (machine: string, file: string) =>
  machine === file || (dirname(file) !== 'machines' && dirname(machine) === dirname(file));

/** How many are asked before the compiler when none is named for the file. */
const AT_FIRST = 4;

/** What every machine's news mean to the others is decided there. */
const ROOT = 'machines/app/';

/**
 * Reads once who imports what. A test that starts another process sees more than is known here.
 * @param only tests whose path begins so; none: all
 * @param most how many of them
 */
export function whoSees(
  only: readonly string[] = [],
  most: number = Number.POSITIVE_INFINITY,
): Sight {
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
    // the server shares functions with machines and app; what these are for their own tests show
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
    // a machine within another is stood in for in the other's walks
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
  const usersOf = (file: string) =>
    [...imports].filter(([, to]) => to.includes(file)).map(([user]) => user);
  return { testsOf, usersOf };
}
