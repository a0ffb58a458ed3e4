import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawCharts, readChart } from '../../scripts/charts.ts';

const charts = drawCharts();
const root = join(import.meta.dirname, '../..');

test.each([...charts])('docs/machines/%s is what the code says (npm run docs)', (file, page) => {
  expect(readChart(file)).toBe(page);
});

test('every machine has a chart, and nothing else has one', () => {
  const machines = readdirSync(join(root, 'machines'))
    .filter((file) => file.endsWith('.machine.ts'))
    .map((file) => file.replace('.machine.ts', '.md'));
  expect([...charts.keys()].sort()).toEqual(machines.sort());
  expect(readdirSync(join(root, 'docs/machines')).sort()).toEqual(machines.sort());
});
