import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('npm start and npm run dev get the signal that npm gets, because no shell is in between', () => {
  const { scripts } = JSON.parse(read('package.json'));
  expect([scripts.start, scripts.dev]).toEqual([
    'exec node scripts/start.ts',
    'exec node scripts/dev.ts',
  ]);
});

test('development packages are installed with NODE_ENV=production too, for the build', () => {
  expect(read('.npmrc').match(/^include=.*$/m)?.[0]).toBe('include=dev');
});

/** Exit status and output of the check before `npm start`, when the given version of Node runs it. */
function saidBy(version: string) {
  const node = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const look = `${node}; require('./scripts/own-node.cjs')`;
  const options = { cwd: new URL('../..', import.meta.url), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', look], options);
  return [status, stdout + stderr];
}

test('npm start reports in one line that its Node is too old, as Debian’s npm 9 causes it', () => {
  expect(JSON.parse(read('package.json')).scripts.prestart).toBe('node scripts/own-node.cjs');
  const line = /^This needs Node \d+\.\d+\.\d+ and was given 18\.20\.4: install npm 11 .*\n$/;
  expect(saidBy('18.20.4')).toEqual([1, expect.stringMatching(line)]);
  expect(saidBy(process.versions.node)).toEqual([0, '']);
});
