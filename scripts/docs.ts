import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawCharts } from './charts.ts';
import { withLanguages } from './languages-page.ts';
import { drawPrivacy } from './privacy-page.ts';
import { drawSettings } from './settings-page.ts';
import { refuseOthers } from './usage.ts';
import { withLines } from './walks.ts';

/**
 * Writes the pages that the code itself knows best: every machine's chart, the tables of settings
 * and of languages, and the lines that the walks of `docs/architecture.md` lead through. A test fails
 * when a page is not the code's any more. The walks through the machines then draw `docs/states.md`
 * and `docs/machines/coverage.md`: only they know what is reached.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs');

/** A file's lines, by its path from the root; null where there is none. */
export function linesOf(file: string): string[] | null {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : null;
}

/** Every generated page, by its path in `docs/`. */
export async function drawPages(): Promise<Map<string, string>> {
  const walks = withLines(readPage('architecture.md'), linesOf);
  return new Map([
    ...(await drawCharts()),
    ['privacy.md', drawPrivacy()],
    ['settings.md', drawSettings()],
    ['architecture.md', walks],
    ['languages.md', withLanguages(readPage('languages.md'))],
  ]);
}

/** What is in the folder now; an absent page is empty. */
export function readPage(file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return '';
  }
}

if (import.meta.main) {
  refuseOthers('npm run docs');
  const pages = await drawPages();
  for (const [file, page] of pages) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, page);
  }
  console.log(`Wrote ${pages.size} pages into docs/.`);
  const walks = ['run', 'tests/model/machines.test.ts', '--update'];
  const vitest = join(root, 'node_modules/.bin/vitest');
  const env = { ...process.env, TEST_VOLUME: 'full' };
  process.exitCode = spawnSync(vitest, walks, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}
