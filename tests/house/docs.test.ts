import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawPages, readPage } from '../../scripts/docs.ts';

const pages = drawPages();
const root = join(import.meta.dirname, '../..');

test.each([...pages])('docs/%s is what the code says (npm run docs)', (file, page) => {
  expect(readPage(file)).toBe(page);
});

test('every machine has a chart, and nothing else has one', () => {
  const machines = readdirSync(join(root, 'machines'))
    .filter((file) => file.endsWith('.machine.ts'))
    .map((file) => file.replace('.machine.ts', '.md'))
    .sort();
  expect([...pages.keys()].filter((file) => file.startsWith('machines/')).sort()).toEqual(
    machines.map((file) => `machines/${file}`),
  );
  expect(readdirSync(join(root, 'docs/machines')).sort()).toEqual(machines);
});
