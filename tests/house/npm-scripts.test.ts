import { spawnSync } from 'node:child_process';
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

/** Output of `npm start` before it starts, when that version of Node runs it. */
function saidBy(version: string) {
  const node = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const look = `${node}; require('./scripts/own-node.cjs')`;
  const options = { cwd: new URL('../..', import.meta.url), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', look], options);
  return [status, stdout + stderr];
}

test('npm start says in one line that it was given a Node too old for it, as Debian’s npm 9 does', () => {
  expect(JSON.parse(read('package.json')).scripts.prestart).toBe('node scripts/own-node.cjs');
  const line = /^This needs Node \d+\.\d+\.\d+ and was given 18\.20\.4: install npm 11 .*\n$/;
  expect(saidBy('18.20.4')).toEqual([1, expect.stringMatching(line)]);
  expect(saidBy(process.versions.node)).toEqual([0, '']);
});
