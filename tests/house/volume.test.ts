import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longest } from '../longest-first.ts';
import { onlyInFull } from '../volume.ts';
import { root } from './imports.ts';

test.each([
  ['of `tests/volume.ts`', onlyInFull],
  ['of `tests/longest-first.ts`', longest],
])('each test file %s exists, and is named once', (_which, files) => {
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
