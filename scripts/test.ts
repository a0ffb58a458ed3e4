import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { restingAt } from '../tests/breadth.ts';
import { isFull, volume } from '../tests/volume.ts';
import { provideChromium, provideHeadlessShell } from './chromium.ts';
import { readDay } from './day.ts';
import { formatResults, listFailures, readReport } from './results.ts';
import { refuse, refuseOthers } from './usage.ts';

/**
 * `npm test`: everything that decides whether main is good. Goes on after a failed step, so that one
 * run shows every failure, and ends with what failed and a count in plain words.
 */
refuseOthers('npm test');
const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

// every process of a run reads what the first of them has compiled
const env = { ...process.env, NODE_COMPILE_CACHE: join(reports, 'compiled') };

let passed = 0;
let failed = 0;
const failures: string[] = [];

function fail(what: string): void {
  failed += 1;
  failures.push(what);
}

/** Runs a command, heard as it runs. @returns whether it passed */
function run(name: string, command: string, args: string[], more: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, ...more },
  });
  if (error) console.error(error.message);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return status === 0;
}

/** One check, which counts as one. */
function step(name: string, command: string, args: string[]): void {
  if (run(name, command, args)) passed += 1;
  else fail(name);
}

/** `TEST_DAY=2026-11-20`: tries what a desk tried on that day. */
const day = chooseDay();

function chooseDay(): string {
  const { TEST_DAY } = process.env;
  try {
    return readDay('TEST_DAY', TEST_DAY || new Date().toISOString().slice(0, 10));
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** What a desk leaves to another day. */
const resting = restingAt(Date.parse(day));

/**
 * Runs tests, each of which counts. One suite after the other: both at once kept two cores busy too,
 * and took a tenth longer.
 */
function suite(name: string, projects: string[], workers: number, more?: NodeJS.ProcessEnv): void {
  const report = join(reports, `vitest-${projects[0]}.json`);
  const args = [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...[`--maxWorkers=${workers}`, ...projects.map((project) => `--project=${project}`)],
    ...resting.map((file) => `--exclude=${file}`),
  ];
  rmSync(report, { force: true });
  count(name, report, run(name, bin('vitest'), args, more));
}

/** Counts what vitest ran; a run that ended without a report is one failure. */
function count(name: string, path: string, hasPassed: boolean): void {
  try {
    const report = readReport(path);
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    failures.push(...listFailures(report, root));
    // a file that could not even be loaded has no tests to count
    if (!hasPassed && report.numFailedTests === 0) {
      failed += Math.max(report.numFailedTestSuites, 1);
      if (report.numFailedTestSuites === 0) failures.push(`${name}: failed outside of its tests`);
    }
  } catch {
    fail(`${name}: ended without a report`);
  }
}

function testInBrowser(): void {
  if (resting.length > 0) {
    const names = resting.map((file) => file.slice('tests/'.length, -'.test.ts'.length));
    console.log(`\nanother day runs (TEST_VOLUME=full: all) ${names.join(', ')}`);
  }
  try {
    const CHROME_PATH = provideChromium();
    provideHeadlessShell();
    suite('tests in a browser', ['browser'], 3, { CHROME_PATH });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    fail(`tests in a browser: ${message}`);
  }
}

/**
 * What the tests are worth today: faults of machines, contract and server, others each day. A few may
 * go unseen, and are named: a day's lot must not stop what has nothing to do with it.
 */
function plantFaults(): void {
  const among = ['machines/', 'contract/', 'server/'].flatMap((path) => ['--path', path]);
  const lot = ['--sample', `${volume(60, 4)}`, '--day', day];
  // what only the last of all tests could notice would take a desk two minutes
  if (!isFull) lot.push('--within', '10');
  const allowed = ['--allow-unseen', `${volume(6, 1)}`];
  const main = join(root, 'scripts/mutants/main.ts');
  step('planted faults', node, [main, ...among, ...lot, ...allowed]);
}

/**
 * Faults of the app need a build of their own and browsers: a desk leaves them. More of them may go
 * unseen than of others: each is shown to a part of the tests.
 */
function plantFaultsOfApp(): void {
  const folders = ['app', 'i18n', 'ports', 'screens', 'stages', 'ui'];
  const among = folders.flatMap((folder) => ['--path', `src/${folder}/`]);
  const lot = ['--sample', '12', '--day', day, '--nearest', '8', '--allow-unseen', '4'];
  const main = join(root, 'scripts/mutants/main.ts');
  step('planted faults of the app', node, [main, ...among, ...lot]);
}

const node = process.execPath;
mkdirSync(reports, { recursive: true });
step('format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
// in one thread it takes half the processor's time, and no longer
step('types', bin('tsc'), ['-p', '.', '--singleThreaded']);
step('types of the service worker', bin('tsc'), ['-p', 'tsconfig.sw.json']);
step('translations', node, [join(root, 'scripts/i18n/check.ts')]);
step('dead code', bin('knip'), ['--no-progress', '--treat-config-hints-as-errors']);
step('the app builds', node, [join(root, 'scripts/build.ts')]);
suite('tests', ['server', 'code'], 2);
testInBrowser();
plantFaults();
if (isFull) plantFaultsOfApp();

console.log(`\n${formatResults(passed, failed, failures)}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
