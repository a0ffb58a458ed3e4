import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasPgBouncer } from '../tests/server/http/pgbouncer.ts';
import { onlyInFull } from '../tests/volume.ts';
import { provideChromium, provideHeadlessShell } from './chromium.ts';
import { findPreviousVersion } from './previous-version.ts';
import { formatResults, listFailures, outsideOfTests, readReport } from './results.ts';
import { rejectUnknownArguments } from './usage.ts';

/**
 * `npm test`: one fixed set of tests, the same at every run. `npm run test:full` (`--full`): all tests, in every browser
 * engine. Both continue after a failed step, so that one run shows every failure, and end with the failures and a count
 * in plain words.
 */
rejectUnknownArguments('npm test [-- --full]', ['--full']);
const isFull = process.argv.includes('--full');
const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // all processes of a run share the compiled code
  NODE_COMPILE_CACHE: join(reports, 'compiled'),
  TEST_VOLUME: isFull ? 'full' : '',
};

let passed = 0;
let failed = 0;
const failures: string[] = [];

function fail(what: string): void {
  failed += 1;
  failures.push(what);
}

/** How many characters of a command's stderr are stored for the summary at the end. */
const KEPT_CHARACTERS = 20_000;

interface Run {
  hasPassed: boolean;
  /** the end of the command's stderr, with vitest's errors outside of tests */
  stderr: string;
}

const endsWell = (child: ChildProcess): Promise<boolean> =>
  once(child, 'close').then(
    ([code]) => code === 0,
    (error: Error) => {
      console.error(error.message);
      return false;
    },
  );

function reportEnd(name: string, hasPassed: boolean, begun: number): void {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`== ${name}: ${hasPassed ? 'passed' : 'FAILED'} in ${seconds} s`);
}

/** Runs a command and shows its output at once. */
async function run(
  name: string,
  command: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Run> {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...env, ...more },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    stderr = (stderr + text).slice(-KEPT_CHARACTERS);
  });
  const hasPassed = await endsWell(child);
  reportEnd(name, hasPassed, begun);
  return { hasPassed, stderr };
}

/** A check counts as one test. */
function settle(name: string, hasPassed: boolean): void {
  if (hasPassed) passed += 1;
  else fail(name);
}

/** Runs a command beside other ones, and prints its output at its end. */
async function runBeside(name: string, command: string, args: string[]): Promise<boolean> {
  const begun = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  const told: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => told.push(chunk));
  }
  const hasPassed = await endsWell(child);
  console.log(`\n== ${name}`);
  process.stdout.write(Buffer.concat(told));
  reportEnd(name, hasPassed, begun);
  return hasPassed;
}

const check = async (name: string, command: string, args: string[]): Promise<void> =>
  settle(name, await runBeside(name, command, args));

/** Finds or installs programs beside other work; the tests report what is missing then. */
const provide = (what: 'programs' | 'browsers'): Promise<boolean> =>
  runBeside(`${what} for the tests`, process.execPath, [
    join(root, 'scripts/provide.ts'),
    what,
    ...(isFull ? ['--full'] : []),
  ]);

/** Runs all checks of the code, two at a time on two cores: each check mostly uses one core. */
async function checkCode(): Promise<void> {
  const types = async () => {
    // with one thread tsc takes as long as with several, and half of the processor time
    await check('types', bin('tsc'), ['-p', '.', '--singleThreaded']);
    await check('types of the service worker', bin('tsc'), ['-p', 'tsconfig.sw.json']);
    await check('dead code', bin('knip'), ['--no-progress', '--treat-config-hints-as-errors']);
  };
  const others = async () => {
    await check('format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
    await check('translations', process.execPath, [join(root, 'scripts/i18n/check.ts')]);
    await check('the app builds', process.execPath, [join(root, 'scripts/build.ts')]);
  };
  await Promise.all([types(), others()]);
}

/** Files whose steps tests/browser/ tries in today's Chromium: `testInEngines` runs them in the other engines. */
const inOtherEngines = ['captions', 'feed', 'journey', 'offline', 'passkeys'].map(
  (name) => `tests/browsers/${name}.test.ts`,
);

/**
 * Runs test files and counts each test. The suites run one after the other: side by side they took a
 * tenth longer.
 */
async function suite(
  name: string,
  projects: string[],
  workers: number,
  more?: NodeJS.ProcessEnv,
): Promise<void> {
  const report = join(reports, `vitest-${projects[0]}.json`);
  const excluded = isFull ? inOtherEngines : onlyInFull;
  const args = [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...[`--maxWorkers=${workers}`, ...projects.map((project) => `--project=${project}`)],
    ...excluded.map((file) => `--exclude=${file}`),
  ];
  rmSync(report, { force: true });
  count(name, report, await run(name, bin('vitest'), args, more));
}

/** Counts the tests of vitest's report; a run that ended without a report is one failure. */
function count(name: string, path: string, { hasPassed, stderr }: Run): void {
  try {
    const report = readReport(path);
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    failures.push(...listFailures(report, root));
    // a test file that could not be loaded has no tests to count
    if (!hasPassed && report.numFailedTests === 0) {
      failed += Math.max(report.numFailedTestSuites, 1);
      if (report.numFailedTestSuites === 0) failures.push(`${name}: ${outsideOfTests(stderr)}`);
    }
  } catch {
    fail(`${name}: ended without a report`);
  }
}

async function testInBrowser(): Promise<void> {
  try {
    const CHROME_PATH = provideChromium();
    provideHeadlessShell();
    // a third worker makes the others wait for the processor, and the whole takes as long
    await suite('tests in a browser', ['browser'], 2, { CHROME_PATH });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    fail(`tests in a browser: ${message}`);
  }
}

async function testInEngines(): Promise<void> {
  const name = 'tests in every browser engine';
  const report = join(reports, 'browsers.json');
  rmSync(report, { force: true });
  count(
    name,
    report,
    await run(name, process.execPath, [
      join(root, 'scripts/test-browsers.ts'),
      '--built',
      '--others',
    ]),
  );
}

/**
 * Plants one fault of a machine, which its invariants must notice: a test of the program that plants faults. Larger
 * samples, by `npm run test:mutants`, judge the tests.
 */
const plantFault = (): Promise<void> =>
  check('a planted fault is caught', process.execPath, [
    join(root, 'scripts/mutants/main.ts'),
    ...['--path', 'machines/connectivity.machine.ts', '--sample', '1', '--jobs', '1'],
    ...['--by', 'tests/model/invariants'],
  ]);

mkdirSync(reports, { recursive: true });
await Promise.all([checkCode(), provide('programs')]);
if (isFull) {
  const { name, missing } = findPreviousVersion();
  if (missing !== null) console.log(`The tests with the version ${name} are SKIPPED: ${missing}.`);
}
if (!hasPgBouncer) console.log('Without pgbouncer the tests behind a pooler are SKIPPED.');
// more workers than cores: the tests often wait for Postgres and for processes that start, and in a
// full run for processes that are killed and restored
const browsers = provide('browsers');
await suite('tests', ['server', 'code'], isFull ? 4 : 3);
await browsers;
await testInBrowser();
if (isFull) await Promise.all([testInEngines(), plantFault()]);

console.log(`\n${formatResults(passed, failed, failures)}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
