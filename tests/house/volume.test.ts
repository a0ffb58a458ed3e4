import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onlyInFull } from '../volume.ts';
import { root } from './imports.ts';

test('each test file that `npm test` leaves out exists, and is named once', () => {
  expect(onlyInFull.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(onlyInFull).size).toBe(onlyInFull.length);
});
