import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtFiles } from './built.ts';
import { root } from './imports.ts';

/**
 * What each chunk may weigh, in KB of gzip, before somebody has to say why: the stages of starting,
 * and what a screen brings along. A chunk that grew beyond is named.
 */
const budgets: readonly [name: RegExp, kilobytes: number][] = [
  // what plays, counts and claims the first clip, and dates, sends and repeats every claim: what is
  // earned before the rest has come, or where it never comes, is not lost
  [/^index-.*\.js$/, 50],
  // what draws the screen around it: React with its renderer is 68 of them
  [/^second-.*\.js$/, 88],
  // what waits for a quiet moment, with web push, the line, the data used and the kept clips
  [/^third-.*\.js$/, 18],
  [/^firebase-.*\.js$/, 16],
  // a language is one request
  [/^language-.*\.js$/, 12],
  // the engineers' pages
  [/^machines-.*\.js$/, 15],
  [/^(calls|tools)-.*\.js$/, 7],
  // lays the charts out there, and only there
  [/^elk-worker\..*\.js$/, 480],
  // the texts of all later screens
  [/^en-.*\.js$/, 7],
  [/\.js$/, 6],
  [/^index-.*\.css$/, 8],
  [/\.css$/, 4],
];

const assets = builtFiles();

test('no chunk weighs more than its budget', () => {
  const heavy = assets.flatMap((path) => {
    const name = path.slice('assets/'.length);
    const weight = gzipSync(readFileSync(join(root, 'dist', path)), { level: 9 }).length / 1_000;
    const budget = budgets.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
    return weight > budget ? [`${name}: ${weight.toFixed(1)} of ${budget} KB`] : [];
  });
  expect(heavy).toEqual([]);
});

test('the chunks of the stages are there, or their budgets would prove nothing', () => {
  for (const [pattern] of budgets) {
    expect(assets.some((path) => pattern.test(path.slice('assets/'.length)))).toBe(true);
  }
});

test('no chunk but its own carries the texts of a language', () => {
  const bodyOf = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
  const others = assets.filter((path) => !path.startsWith('assets/language-'));
  // what only German says, and what only English says
  const saying = (words: string) => others.filter((path) => bodyOf(path).includes(words));
  expect([saying('Guthaben'), saying('Available balance').length]).toEqual([[], 1]);
});
