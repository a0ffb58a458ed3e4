import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { restingAt } from '../tests/breadth.ts';
import { volume } from '../tests/volume.ts';
import { provideChromium, provideHeadlessShell } from './chromium.ts';

/**
 * `npm test`: everything that decides whether main is good. Goes on after a failed step, so that one
 * run shows every failure, and ends with a count in plain words.
 */
const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

let passed = 0;
let failed = 0;

function step(name: string, command: string, args: string[]): void {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status === 0) passed += 1;
  else failed += 1;
}

/** What a desk leaves to another day. */
const resting = restingAt(Date.now());

interface Suite {
  name: string;
  projects: readonly string[];
  workers: number;
}

/**
 * Both at once: tests in a browser wait for much, and the others fill what they leave of two cores.
 */
const suites: readonly Suite[] = [
  { name: 'tests in a browser', projects: ['browser'], workers: 3 },
  { name: 'other tests', projects: ['server', 'code'], workers: 1 },
];

/** Runs one of them and @returns what it said, but for the first one, which is heard as it runs. */
async function runSuite({ name, projects, workers }: Suite, chromium: string): Promise<string> {
  const report = join(reports, `vitest-${projects[0]}.json`);
  const args = [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...[`--maxWorkers=${workers}`, ...projects.map((project) => `--project=${project}`)],
    ...resting.map((file) => `--exclude=${file}`),
  ];
  rmSync(report, { force: true });
  const isHeard = name === suites[0]?.name;
  const { hasPassed, said } = await runBeside(name, bin('vitest'), args, {
    stdio: ['ignore', isHeard ? 'inherit' : 'pipe', isHeard ? 'inherit' : 'pipe'],
    env: { ...process.env, CHROME_PATH: chromium },
  });
  count(report, hasPassed);
  return said;
}

/** Runs a command while others run. @returns what it said, where that is kept, and how it ended */
async function runBeside(name: string, command: string, args: string[], options: SpawnOptions) {
  const begun = performance.now();
  const child = spawn(command, args, { cwd: root, ...options });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => said.push(part));
  }
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const result = `== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`;
  return { hasPassed: status === 0, said: `${Buffer.concat(said).toString()}\n${result}` };
}

/** Counts what vitest ran; a run that ended without a report is one failure. */
function count(report: string, hasPassed: boolean): void {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    passed += numPassedTests;
    failed += numFailedTests;
    // a file that could not even be loaded has no tests to count
    if (!hasPassed && numFailedTests === 0) failed += Math.max(numFailedTestSuites, 1);
  } catch {
    failed += 1;
  }
}

async function tests(chromium: string): Promise<void> {
  console.log(`\n== ${suites.map(({ name }) => name).join(', ')}, at once`);
  if (resting.length > 0) {
    const names = resting.map((file) => file.slice('tests/'.length, -'.test.ts'.length));
    console.log(`of these another day runs (TEST_VOLUME=full: all) ${names.join(', ')}`);
  }
  mkdirSync(reports, { recursive: true });
  const [inBrowser, others] = suites.map((suite) => runSuite(suite, chromium));
  // the other tests leave a core to it
  const faults = inBrowser?.then(plantFaults);
  for (const text of await Promise.all([inBrowser, others, faults])) console.log(text);
}

/**
 * What the tests are worth today: faults of machines, contract and server, others each day. One in
 * twenty may go unseen, and is named: a day's lot must not stop what has nothing to do with it.
 */
async function plantFaults(): Promise<string> {
  const among = ['machines/', 'contract/', 'server/'].flatMap((path) => ['--path', path]);
  const lot = ['--sample', `${volume(60, 6)}`, '--allow-unseen', `${volume(3, 1)}`];
  const args = [join(root, 'scripts/mutants/main.ts'), ...among, ...lot];
  const { hasPassed, said } = await runBeside('planted faults', node, args, { stdio: 'pipe' });
  if (hasPassed) passed += 1;
  else failed += 1;
  return said;
}

const node = process.execPath;
step('format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
step('types', bin('tsc'), ['-p', '.']);
step('types of the service worker', bin('tsc'), ['-p', 'tsconfig.sw.json']);
step('translations', node, [join(root, 'scripts/i18n/check.ts')]);
step('dead code', bin('knip'), ['--no-progress', '--treat-config-hints-as-errors']);
step('the app builds', node, [join(root, 'scripts/build.ts')]);
try {
  const chromium = provideChromium();
  provideHeadlessShell();
  await tests(chromium);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
