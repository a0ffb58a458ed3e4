import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { deployedEnv } from './deploy.env.ts';

const root = join(import.meta.dirname, '../..');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** Copies deploy/systemd with this checkout’s path: systemd checks that the programs exist. */
function unitsHere(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-units-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'deploy/systemd'), folder, { recursive: true });
  for (const name of globSync('**/*.{service,conf}', { cwd: folder })) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8').replaceAll('/opt/clipurse/current', root);
    writeFileSync(file, text);
  }
  return folder;
}

function analyze(cwd: string, ...args: string[]): string {
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${cwd}:` };
  const { stdout, stderr } = spawnSync('systemd-analyze', args, { cwd, env, encoding: 'utf8' });
  return stdout + stderr;
}

test.runIf(hasSystemd)('systemd finds no error in the units, and an exposure level below 2', () => {
  const folder = unitsHere();
  const units = globSync('*.{service,timer}', { cwd: folder });
  expect(units.length).toBe(5);
  expect(analyze(folder, 'verify', ...units.map((unit) => `./${unit}`))).toBe('');
  for (const service of units.filter((unit) => unit.endsWith('.service'))) {
    const said = analyze(folder, 'security', '--offline=yes', '--no-pager', `./${service}`);
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1];
    expect(Number(exposure ?? 'none'), said).toBeLessThan(2);
  }
});

test('the server reads each variable of deploy/clipurse.env, and accepts its value', () => {
  const env = deployedEnv();
  const read = new Set<string>();
  const watched = new Proxy(env, {
    get: (target, name) => {
      read.add(String(name));
      return target[String(name)];
    },
  });
  expect(readConfig(watched)).toMatchObject({
    ...{ host: '127.0.0.1', port: 4173, trustProxy: ['127.0.0.1'] },
    ...{ publicUrl: 'https://clips.example', dataDir: '/srv/clipurse' },
  });
  expect(Object.keys(env).filter((name) => !read.has(name))).toEqual([]);
  // only variables for tests are missing
  const missing = [...read].filter((name) => !(name in env)).sort();
  expect(missing).toEqual(['DEMO_CLIPS_DIR', 'FCM_BASE_URL']);
});
