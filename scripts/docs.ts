import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawCharts } from './charts.ts';
import { drawSettings } from './settings-page.ts';

/**
 * Writes the pages that the code itself knows best, every machine's chart and the table of
 * settings. A test fails when a page is not the code's any more. `npm run docs` then has the walks
 * through the machines draw `docs/states.md`: only they know what is reached.
 */
const folder = join(import.meta.dirname, '../docs');

/** Every generated page, by its path in `docs/`. */
export function drawPages(): Map<string, string> {
  return new Map([...drawCharts(), ['settings.md', drawSettings()]]);
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
  const pages = drawPages();
  for (const [file, page] of pages) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, page);
  }
  console.log(`Wrote ${pages.size} pages into docs/.`);
}
