import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FONTS } from '../browser/chromium.ts';

const run = (tool: string, args: readonly string[], env: NodeJS.ProcessEnv): string =>
  spawnSync(tool, args, { encoding: 'utf8', env: { ...process.env, ...env } }).stdout;

/** The file names of all fonts that fontconfig finds. */
const namesOf = (env: NodeJS.ProcessEnv): string[] =>
  run('fc-list', ['--format', '%{file}\n'], env)
    .trim()
    .split('\n')
    .map((file) => basename(file));

// Debian's Chromium depends on fontconfig's library, not on its tools
const isThere = spawnSync('fc-list', ['--version']).status === 0;

/** An extension of each font format that FreeType reads: a machine's fonts may have any of them. */
const ENDINGS = ['ttf', 'otf', 'ttc', 'pfa', 'pfb', 't1', 'pcf', 'woff'];

test.skipIf(!isThere)(
  'the tests’ browsers find no font that is only installed on the machine',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'clipurse-fonts-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const [known = ''] = run('fc-list', ['--format', '%{file}\n'], FONTS).split('\n');
    for (const ending of ENDINGS) cpSync(known, join(home, `fonts/Unexpected.${ending}`));
    const machine = { XDG_DATA_HOME: home };
    const unexpected = ENDINGS.map((ending) => `Unexpected.${ending}`).sort();
    const seen = namesOf({ ...machine, FONTCONFIG_FILE: '/etc/fonts/fonts.conf' });
    expect(seen.filter((name) => name.startsWith('Unexpected')).sort()).toEqual(unexpected);
    const names = namesOf({ ...machine, ...FONTS });
    expect(names).toContain('DejaVuSans.ttf');
    expect(names.filter((name) => !name.startsWith('DejaVu'))).toEqual([]);
  },
);

test.skipIf(!isThere)('every font name resolves to a font that the tests bring', () => {
  const fileOf = (name: string) => basename(run('fc-match', ['--format', '%{file}', name], FONTS));
  const names = ['sans-serif', 'system-ui', 'Arial', 'Noto Sans Tamil', 'serif', 'monospace'];
  expect(names.map(fileOf)).toEqual([
    ...Array.from({ length: 4 }, () => 'DejaVuSans.ttf'),
    'DejaVuSerif.ttf',
    'DejaVuSansMono.ttf',
  ]);
});
