import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';

/** A longer file contains a second idea, which deserves a file of its own. */
const MAX_LINES = 250;

const files = globSync('{bench,contract,machines,scripts,server,src,tests}/**/*.{ts,tsx,css}', {
  cwd: root,
  // catalogues are generated
  exclude: ['src/locales/**'],
});

const linesIn = (text: string) => text.trimEnd().split('\n').length;

test('a line break at the end of a file counts no further line', () => {
  expect(['a\nb\n', 'a\nb', 'a\n'].map(linesIn)).toEqual([2, 2, 1]);
});

test(`no file has more than ${MAX_LINES} lines`, () => {
  expect(files.length).toBeGreaterThan(500);
  const long = files
    .map((file) => ({ file, lines: linesIn(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});
