import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideBrowsers } from './browsers.ts';
import { formatResults, listFailures, type Report, type Result, readReport } from './results.ts';
import { refuse, rejectUnknownArguments } from './usage.ts';

/**
 * `npm run test:browsers`: runs `tests/browsers/` in every browser engine in use: the main journey, from
 * the first clip to a withdrawal, and differences between engines. Prints the table of docs/browsers.md;
 * `-- --write` writes it there, `--built` uses the last build of the app, and `--others` leaves out today's Chromium.
 */
rejectUnknownArguments('npm run test:browsers [-- --write] [--built] [--others]', [
  '--write',
  '--built',
  '--others',
]);
const isWithoutChromium = process.argv.includes('--others');
if (isWithoutChromium && process.argv.includes('--write'))
  refuse('--write needs all engines, and --others leaves out the Chromium of this machine');
const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
const report = join(cache, 'browsers.json');
const page = join(root, 'docs/browsers.md');
const MARKS = ['<!-- drawn by npm run test:browsers -->', '<!-- end of what is drawn -->'] as const;
const COLUMNS = ['firefox', 'webkit', 'chromium', 'floor'] as const;

function runTests(): Report {
  rmSync(report, { force: true });
  mkdirSync(cache, { recursive: true });
  // one worker leaves half of the processor unused: clips play in real time
  const args = ['run', 'tests/browsers', '--maxWorkers=2', '--reporter=default', '--reporter=json'];
  // it needs no other engine
  if (isWithoutChromium) args.push('--exclude=tests/browsers/outdated.test.ts');
  spawnSync(join(root, 'node_modules/.bin/vitest'), [...args, `--outputFile.json=${report}`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_ENGINES: isWithoutChromium ? 'others' : 'all' },
  });
  return readReport(report);
}

const words: Record<string, string> = { passed: 'yes', failed: '**no**' };

/** The engine's name and version, as it reports them. */
function nameOf(id: string): string {
  const file = join(cache, 'engines', `${id}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8') : `${id}: not tried`;
}

function draw({ testResults }: Report): string {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const rows = Map.groupBy(results, ({ ancestorTitles }) => ancestorTitles.at(-1) ?? '');
  rows.delete('');
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cellOf = (row: Result[], id: string) =>
    words[row.find(({ title }) => title === id)?.status ?? ''] ?? 'not tried';
  return [
    `Tried on ${new Date().toISOString().slice(0, 10)}:`,
    '',
    line(['', ...COLUMNS.map(nameOf)]),
    line(['---', ...COLUMNS.map(() => '---')]),
    ...[...rows].map(([what, row]) => line([what, ...COLUMNS.map((id) => cellOf(row, id))])),
  ].join('\n');
}

function write(table: string): void {
  const text = readFileSync(page, 'utf8');
  const [before = ''] = text.split(MARKS[0]);
  const [, after = ''] = text.split(MARKS[1]);
  writeFileSync(page, `${before}${MARKS[0]}\n${table}\n${MARKS[1]}${after}`);
}

const { chromium } = provideBrowsers();
if (chromium) process.env.CHROME_PATH = chromium;
rmSync(join(cache, 'engines'), { recursive: true, force: true });
if (!process.argv.includes('--built')) {
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('the app does not build');
}

const result = runTests();
const table = draw(result);
console.log(`\n${table}\n`);
if (process.argv.includes('--write')) write(table);
console.log(
  formatResults(result.numPassedTests, result.numFailedTests, listFailures(result, root)),
);
// no other engine may be there
const hasRun = result.numPassedTests > 0 || isWithoutChromium;
process.exitCode = result.numFailedTests === 0 && hasRun ? 0 : 1;
