import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('what runs until it is stopped gets the signal that npm gets: no shell stands between', () => {
  const { scripts } = JSON.parse(read('package.json'));
  expect([scripts.start, scripts.dev]).toEqual([
    'exec node scripts/start.ts',
    'exec node scripts/dev.ts',
  ]);
});

test('what the app is built with is installed with NODE_ENV=production too', () => {
  expect(read('.npmrc').match(/^include=.*$/m)?.[0]).toBe('include=dev');
});
