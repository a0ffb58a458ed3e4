import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const fresh = mkdtempSync(join(tmpdir(), 'catalogue-'));
afterAll(() => rmSync(fresh, { recursive: true }));

/** The file without its creation date. */
const texts = (file: string) => readFileSync(file, 'utf8').replace(/^"POT-Creation-Date.*\n/m, '');

test('the catalogue of the source language holds every text of the app, and no other', () => {
  const config = join(fresh, 'lingui.config.ts');
  writeFileSync(
    config,
    `import config from ${JSON.stringify(join(root, 'lingui.config.ts'))};
export default {
  ...config,
  rootDir: ${JSON.stringify(root)},
  locales: ['en'],
  catalogs: [{ path: ${JSON.stringify(join(fresh, '{locale}'))}, include: ['src'] }],
};`,
  );
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/@lingui/cli/dist/lingui.js'), 'extract', '--config', config],
    // leaves out NODE_ENV=test, with which Lingui loads its own TypeScript sources
    { cwd: root, env: { PATH: process.env.PATH } },
  );
  expect(texts(join(root, 'src/locales/en.po'))).toBe(texts(join(fresh, 'en.po')));
});
