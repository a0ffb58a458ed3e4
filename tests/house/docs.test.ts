import { globSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { drawPages, readPage } from '../../scripts/docs.ts';

const pages = await drawPages();
const root = join(import.meta.dirname, '../..');

test.each([...pages])('docs/%s agrees with the code (npm run docs)', (file, page) => {
  expect(readPage(file)).toBe(page);
});

test('every machine has a chart and a page, and nothing else has one', () => {
  const machines = globSync('machines/**/*.machine.ts', { cwd: root }).map((file) =>
    basename(file).replace('.machine.ts', ''),
  );
  const wanted = ['README.md', ...machines.flatMap((name) => [`${name}.md`, `${name}.svg`])].sort();
  const drawn = [...pages.keys()].filter((file) => file.startsWith('machines/'));
  expect(drawn.sort()).toEqual(wanted.map((file) => `machines/${file}`));
  // coverage.md is drawn by the walks of tests/model/, not by `drawPages`
  const all = [...wanted, 'coverage.md'].sort();
  expect(readdirSync(join(root, 'docs/machines')).sort()).toEqual(all);
});

test('the glossary holds at most 30 terms, each once and in one line', () => {
  const rows = readPage('glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  const terms = rows.map((row) => row.split('|')[1]?.trim());
  expect(rows.filter((row) => !/^\| [^|]+ \| [^|]+ \|$/.test(row))).toEqual([]);
  expect(terms.length).toBeGreaterThan(0);
  expect(terms.length).toBeLessThanOrEqual(30);
  expect(new Set(terms).size).toBe(terms.length);
});
