import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownPrefix, removeLeftovers } from '../postgres/leftovers.ts';

test('the data of a killed test run is removed, and the data of a running test run stays', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'leftovers-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const kept = [`${ownPrefix}a`, 'clipurse-test-b', 'of-somebody-else'];
  for (const name of [...kept, `clipurse-test-${ended}-c`]) {
    mkdirSync(join(parent, name, 'postgres'), { recursive: true });
    // the process id of an ended Postgres now belongs to another program
    writeFileSync(join(parent, name, 'postgres/postmaster.pid'), `${process.pid}\n`);
  }
  await removeLeftovers(parent);
  expect(readdirSync(parent).sort()).toEqual(kept.sort());
});
