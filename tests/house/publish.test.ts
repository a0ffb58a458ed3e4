import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { publish } from '../../scripts/publish.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipurse-publish-'));
  return () => rmSync(folder, { recursive: true });
});

/** Builds and publishes a version; its script is named after it. */
function deploy(version: string, ...more: string[]): void {
  const [from, to] = [join(folder, 'built'), join(folder, 'served')];
  mkdirSync(join(from, 'assets'), { recursive: true });
  mkdirSync(to, { recursive: true });
  for (const name of [`assets/index-${version}.js`, 'index.html', 'sw.js', ...more]) {
    writeFileSync(join(from, name), version);
  }
  publish(from, to);
  rmSync(from, { recursive: true });
}

const served = () => globSync('**/*.*', { cwd: join(folder, 'served') }).sort();
const page = () => readFileSync(join(folder, 'served/index.html'), 'utf8');

test('the files of the two previous builds stay, and those of older builds are deleted', () => {
  for (const version of ['a', 'b', 'c', 'd']) deploy(version);
  const scripts = ['assets/index-b.js', 'assets/index-c.js', 'assets/index-d.js'];
  expect([served(), page()]).toEqual([[...scripts, 'index.html', 'sw.js'], 'd']);
});

test('publishing the same build again deletes no files', () => {
  for (const version of ['a', 'b', 'b', 'b']) deploy(version);
  expect(served()).toContain('assets/index-a.js');
  // going back to stored builds deletes nothing either
  for (const version of ['a', 'b', 'a', 'b']) deploy(version);
  expect(served().filter((file) => file.startsWith('assets/'))).toHaveLength(2);
});

test('a file without a content hash in its name is deleted with the next build', () => {
  deploy('a', 'offline.html');
  expect(served()).toContain('offline.html');
  deploy('b');
  expect(served()).not.toContain('offline.html');
});
