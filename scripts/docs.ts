import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawCharts } from './charts.ts';
import { withLanguages } from './languages-page.ts';
import { drawPrivacy } from './privacy-page.ts';
import { drawSettings } from './settings-page.ts';
import { rejectUnknownArguments } from './usage.ts';

/**
 * Writes the pages that are generated from the code: every machine's chart, and the tables of retention
 * periods, of settings and of languages. A test fails when such a page differs from the code. The walks
 * through the machines then write `docs/states.md` and `docs/machines/coverage.md`, from the states that
 * they reach.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs');

/** Draws every generated page, by its path in `docs/`. */
export async function drawPages(): Promise<Map<string, string>> {
  return new Map([
    ...(await drawCharts()),
    ['privacy.md', drawPrivacy()],
    ['settings.md', drawSettings()],
    ['languages.md', withLanguages(readPage('languages.md'))],
  ]);
}

/** Reads a page of `docs/`; a missing page is empty. */
export function readPage(file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return '';
  }
}

if (import.meta.main) {
  rejectUnknownArguments('npm run docs');
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
