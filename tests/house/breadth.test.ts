import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breadth, restingAt } from '../breadth.ts';
import { isFull } from '../volume.ts';
import { root } from './imports.ts';

const DAY_MS = 86_400_000;

test('what is left to another day is there, once', () => {
  expect(breadth.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(breadth).size).toBe(breadth.length);
});

test('within a week each runs once, and all of them before anything lands', () => {
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => restingAt(Date.UTC(2026, 10, 23) + day * DAY_MS));
  const runs = breadth.map((file) => days.filter((resting) => !resting.includes(file)).length);
  expect(new Set(runs)).toEqual(new Set([isFull ? 7 : 1]));
});
