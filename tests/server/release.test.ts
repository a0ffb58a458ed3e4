import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changelogOf } from '../../scripts/changelog.ts';
import { makeRelease } from '../../scripts/release.ts';
import { linkPackages } from './deploying/packages.ts';

const root = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'clipurse-release-test-'));
const [out, unpacked] = [join(home, 'out'), join(home, 'unpacked')];
let shipped: string[];

beforeAll(() => {
  const tarball = makeRelease(out);
  mkdirSync(unpacked);
  execFileSync('tar', ['xzf', tarball, '-C', unpacked, '--strip-components=1']);
  shipped = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  linkPackages(unpacked);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

test('a release holds no source of the app, no tests and no package that only builds', () => {
  expect(shipped.filter((path) => /^(src|tests|bench|docs\/machines)\b/.test(path))).toEqual([]);
  const { packages } = readJson(join(unpacked, 'npm-shrinkwrap.json'));
  const { devDependencies, dependencies, optionalDependencies } = readJson(
    join(root, 'package.json'),
  );
  const installed = Object.keys(packages).map((path) => path.replace('node_modules/', ''));
  const runs = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  expect(installed).toEqual(expect.arrayContaining(runs));
  for (const name of ['vite', 'vitest', 'playwright-core', 'typescript']) {
    expect(devDependencies).toHaveProperty(name);
    expect(installed).not.toContain(name);
  }
});

test('a release’s page names only files of the release, which has the files of one build only', () => {
  const page = readFileSync(join(unpacked, 'dist/index.html'), 'utf8');
  const named = page.match(/assets\/[\w.-]+\.(js|css)/g) ?? [];
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((path) => !shipped.includes(`dist/${path}`))).toEqual([]);
  expect(shipped.filter((path) => /^dist\/assets\/index-.*\.js$/.test(path))).toHaveLength(1);
});

test('a release’s checksums are those of its files, and its package list names installed packages', () => {
  const version = readJson(join(root, 'package.json')).version;
  const lines = readFileSync(join(out, `clipurse-${version}.sha256`), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const [sum, name = ''] = line.split('  ');
    const content = readFileSync(join(out, name));
    expect(createHash('sha256').update(content).digest('hex')).toBe(sum);
  }
  const { components } = readJson(join(out, `clipurse-${version}.cdx.json`));
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toContain('fastify');
  expect(names).not.toContain('vitest');
});

test('adopt keeps the files of the previous version, and the page of the new version', () => {
  const [before, after] = [join(home, 'before'), join(home, 'after')];
  cpSync(unpacked, before, { recursive: true, verbatimSymlinks: true });
  cpSync(unpacked, after, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(before, 'dist/assets/old-12345678.js'), 'old');
  writeFileSync(join(before, 'dist/index.html'), 'old page');
  const record = join(before, 'dist/.builds');
  const [newest, ...others] = readJson(record);
  writeFileSync(record, JSON.stringify([[...newest, 'assets/old-12345678.js'], ...others]));
  const adopt = (folder: string) =>
    execFileSync(process.execPath, ['scripts/adopt.ts', folder], { cwd: after, encoding: 'utf8' });
  adopt(before);
  expect(readFileSync(join(after, 'dist/assets/old-12345678.js'), 'utf8')).toBe('old');
  expect(readFileSync(join(after, 'dist/index.html'))).toEqual(
    readFileSync(join(unpacked, 'dist/index.html')),
  );
  expect(() => adopt(join(home, 'nowhere'))).toThrow('has no built app');
});

test('the changelog has the changes since the newest tag, by area', () => {
  const checkout = join(home, 'checkout');
  mkdirSync(checkout);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      cwd: checkout,
    });
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '-m', subject);
  git('init', '--quiet');
  commit('feed: draw clips');
  expect(changelogOf(checkout, '0.1.0')).toBe('# 0.1.0\n\n## feed\n\n- draw clips\n');
  git('tag', 'v0.1.0');
  commit('ledger: pay: all of it');
  commit('feed: fetch one clip ahead');
  commit('ledger: verify');
  commit('Say more');
  expect(changelogOf(checkout, '0.2.0')).toBe(
    '# 0.2.0, since v0.1.0\n\n## feed\n\n- fetch one clip ahead\n\n## ledger\n\n- verify\n' +
      '- pay: all of it\n\n## others\n\n- Say more\n',
  );
});
