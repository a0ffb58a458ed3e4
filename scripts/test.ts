import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { volume } from '../tests/volume.ts';
import { provideChromium, provideHeadlessShell } from './chromium.ts';

/**
 * `npm test`: everything that decides whether main is good, one step after the other. Goes on
 * after a failed step, so that one run shows every failure, and ends with a count in plain words.
 */
const root = join(import.meta.dirname, '..');
const report = join(root, '.cache/vitest.json');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

let passed = 0;
let failed = 0;

function run(name: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) console.error(error.message);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return status === 0;
}

function step(name: string, command: string, args: string[]): void {
  if (run(name, command, args)) passed += 1;
  else failed += 1;
}

/** Counts what vitest ran; a run that ended without a report is one failure. */
function tests(chromium: string): void {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const hasPassed = run('tests', bin('vitest'), args, { CHROME_PATH: chromium });
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

/**
 * What the tests are worth today: faults of machines, contract and server, others each day. One in
 * twenty may go unseen, and is named: a day's lot must not stop what has nothing to do with it.
 */
function plantFaults(): void {
  const among = ['machines/', 'contract/', 'server/'].flatMap((path) => ['--path', path]);
  const lot = ['--sample', `${volume(60, 6)}`, '--allow-unseen', `${volume(3, 1)}`];
  step('planted faults', node, [join(root, 'scripts/mutants/main.ts'), ...among, ...lot]);
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
  tests(chromium);
  plantFaults();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
