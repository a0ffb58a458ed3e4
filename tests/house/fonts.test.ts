import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FONTS } from '../browser/chromium.ts';

/** The files of all fonts under a configuration of fontconfig. */
const fontsUnder = (configuration: string): string[] =>
  spawnSync('fc-list', ['--format', '%{file}\n'], {
    encoding: 'utf8',
    env: { ...process.env, FONTCONFIG_FILE: configuration },
  }).stdout.match(/.+/g) ?? [];

// Debian's Chromium brings fontconfig's library, not its tools
const isThere = spawnSync('fc-list', ['--version']).status === 0;

test.skipIf(!isThere)(
  'a font that a machine happens to have is none of the tests’ browsers',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'clipurse-fonts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [known = ''] = fontsUnder(FONTS);
    copyFileSync(known, join(folder, 'Unexpected.ttf'));
    const machine = (includes: string) => {
      const file = join(folder, 'fonts.conf');
      writeFileSync(
        file,
        `<?xml version="1.0"?><fontconfig><include>${includes}</include><dir>${folder}</dir></fontconfig>`,
      );
      return fontsUnder(file).map((path) => basename(path));
    };
    expect(machine('/etc/fonts/fonts.conf')).toContain('Unexpected.ttf');
    const names = machine(FONTS);
    expect(names).toContain(basename(known));
    expect(names.filter((name) => !/^(DejaVu|Liberation)/.test(name))).toEqual([]);
  },
);
