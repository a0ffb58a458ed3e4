import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram, programEnv } from '../../scripts/debian-programs.ts';
import { readConfig } from '../../server/config.ts';
import { inPath, runLine } from './deploying/machine.ts';
import { readBlocks } from './deploying/page.ts';
import { findPrograms } from './ha/files.ts';

const programs = findPrograms();
const root = mkdtempSync(join(tmpdir(), 'clipurse-ha-page-'));
const file = (path: string) => readFileSync(join(root, path), 'utf8');

/**
 * Programs that only the page's machines have: the test records their calls. `npm run test:ha` makes
 * the same changes with the same files.
 */
const NOTED = ['apt-get', 'createdb', 'createuser', 'patronictl', 'pg_dropcluster', 'systemctl'];
const RUN = ['cat', 'cp', 'install', 'sed'];
/**
 * Packages of Debian 12 that the page may name: test:ha unpacks these, or packages that they depend
 * on.
 */
const PACKAGES = 'etcd-server haproxy patroni postgresql-15 postgresql-client python3-etcd';
const UNITS = ['etcd', 'haproxy', 'patroni'];

beforeAll(() => {
  for (const name of ['bin', 'run', 'etc/default', 'etc/patroni', 'etc/haproxy']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  cpSync(join(import.meta.dirname, '../../deploy/ha'), join(root, 'ha'), { recursive: true });
  const note = `#!/bin/bash\necho "\${0##*/} $*" >>"$ROOT/run/noted"\n`;
  for (const name of NOTED) writeFileSync(join(root, 'bin', name), note, { mode: 0o755 });
  for (const name of RUN) symlinkSync(inPath(name), join(root, 'bin', name));
  writeFileSync(join(root, 'run/cwd'), join(root, 'ha'));
  writeFileSync(join(root, 'run/path'), join(root, 'bin'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the help text of Debian's program. */
function helpOf(program: string, ...args: string[]): string {
  const { stdout } = spawnSync(program, [...args, '--help'], {
    env: programEnv(),
    encoding: 'utf8',
  });
  return stdout;
}

/** @returns what is wrong with a line that was recorded instead of run; null: nothing */
function faultOf(line: string): string | null {
  const [name = '', ...args] = line.split(' ');
  const plain = args.filter((arg) => !arg.startsWith('-'));
  const options = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0] ?? '');
  const bad = {
    'apt-get': () => plain.slice(1).filter((each) => !PACKAGES.split(' ').includes(each)),
    pg_dropcluster: () => (line === 'pg_dropcluster --stop 15 main' ? [] : [line]),
    systemctl: () => plain.slice(1).filter((each) => !UNITS.includes(each)),
    patronictl: () => {
      const patroni = programs?.patroni ?? '';
      const help = helpOf(patroni.replace(/patroni$/, 'patronictl'));
      return [plain[1] ?? 'nothing'].filter((each) => !help.includes(`  ${each} `));
    },
  }[name];
  const unknown =
    bad?.() ??
    options.filter((each) => !helpOf(join(programs?.postgres ?? '', name)).includes(each));
  return unknown.length > 0 ? `${line}: ${unknown.join(', ')}` : null;
}

test.runIf(programs)(
  'each line of the page is valid on its machine, and the lines make the files',
  async () => {
    const lines = readBlocks('high-availability.md').flatMap((block) => block.lines);
    expect(lines.length).toBeGreaterThan(15);
    const placed = (line: string) => line.replaceAll(/(?<=[ >])\/etc\//g, `${root}/etc/`);
    for (const line of lines) {
      const { status, out } = await runLine(placed(line), { ROOT: root });
      expect({ status, out }, `${line}: ${out}`).toEqual({ status: 0, out: '' });
    }
    const noted = file('run/noted').trim().split('\n');
    const faults = noted.map(faultOf).filter((fault) => fault !== null);
    expect(faults, faults[0]).toEqual([]);

    const etcd = parseEnv(file('etc/default/etcd'));
    expect(etcd).toMatchObject({
      ETCD_NAME: 'db1',
      ETCD_ADVERTISE_CLIENT_URLS: 'http://10.0.0.11:2379',
    });
    const patroni = parseEnv(file('etc/patroni_env.conf'));
    expect(patroni).toMatchObject({
      PATRONI_NAME: 'db1',
      PATRONI_POSTGRESQL_LISTEN: '10.0.0.11:5432',
    });
    const places = [...Object.values(etcd), ...Object.values(patroni)].join('\n');
    expect(places).not.toContain('THIS_');
    // the page's four placeholders for passwords
    expect(places.match(/^[A-Z]+_PASSWORD$/gm)).toHaveLength(4);
    const database = lines.find((line) => line.startsWith('DATABASE_URL=')) ?? '';
    expect(readConfig(parseEnv(database)).databaseUrl).toContain('@127.0.0.1:5000/');
    // only Debian's package creates the user `haproxy`
    const config = file('etc/haproxy/haproxy.cfg').replaceAll(/^ {2}(user|group) haproxy\n/gm, '');
    writeFileSync(join(root, 'haproxy.cfg'), config);
    const checked = spawnSync(
      findProgram('haproxy') ?? '',
      ['-c', '-f', join(root, 'haproxy.cfg')],
      {
        env: programEnv(),
        encoding: 'utf8',
      },
    );
    expect(checked).toMatchObject({ status: 0 });
  },
);
