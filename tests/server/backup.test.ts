import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { copyDataKey, runWith } from './backup.support.ts';
import { startChild } from './children.ts';
import { findMiscounted, findMissing, makeEarners, openQuietly } from './crash.support.ts';
import { compiled } from './http/process.ts';
import { CLIP } from './operator.setup.ts';

const MAIN = join(import.meta.dirname, '../../server/operator/main.ts');
const PAUSED = `payouts are paused: the balances contain the payments after the backup again.
Compare them with your provider (docs/backing-up.md), then: config set payout.paused false`;

let folder: string;
let dataDir: string;
let serial = 0;

/** Returns a new path in the test’s folder. */
function newPlace(name: string): string {
  serial += 1;
  return join(folder, `${name}-${serial}`);
}

const run = (argv: readonly string[], env: Record<string, string> = {}) =>
  runWith({ DATA_DIR: dataDir, INIT_CWD: folder, ...env }, argv);

async function restore(backup: string, to: string) {
  await copyDataKey(dataDir, to);
  return run(['restore', backup], { DATA_DIR: to });
}

let whole: string | undefined;

/** Copies one backup, to restore or damage: making a backup takes seconds, copying does not. */
async function backUp(): Promise<string> {
  if (whole === undefined) {
    whole = newPlace('whole');
    expect(await run(['backup', whole])).toMatchObject({ status: 0, err: '' });
  }
  const backup = newPlace('backup');
  await cp(whole, backup, { recursive: true, preserveTimestamps: true });
  return backup;
}

beforeAll(async () => {
  folder = await makeDataHome();
  dataDir = join(folder, 'data');
  await makeEarners(dataDir, 4);
  await run(['config', 'set', 'withdraw.review_signals', '']);
  await run(['config', 'set', 'review.account_hours', '0']);
  await mkdir(join(dataDir, 'media', '.half.part'), { recursive: true });
  await cp(CLIP, join(dataDir, 'media', 'clip.mp4'));
  await writeFile(join(dataDir, 'media', '.half.part', 'draft.mp4'), 'half of a clip');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a backup of a busy server restores every movement acknowledged before it, none twice', async () => {
  const writer = startChild('write.ts', dataDir);
  await writer.count(200);
  const before = [...writer.lines];
  const backup = newPlace('backup');
  expect(await run(['backup', backup])).toMatchObject({ status: 0, err: '' });
  await writer.count(writer.lines.length + 50);
  writer.process.kill('SIGKILL');
  await writer.ended;

  const place = newPlace('restored');
  const { status, out } = await restore(backup, place);
  expect({ status, out }).toMatchObject({
    status: 0,
    out: expect.stringContaining(`the ledger is in order\n${PAUSED}`),
  });
  const restored = await openQuietly(place);
  expect(await findMissing(restored, before)).toEqual([]);
  expect(await findMiscounted(restored)).toEqual([]);
  await restored.close();
  expect(await readFile(join(place, 'media', 'clip.mp4'))).toEqual(await readFile(CLIP));
  expect(await readdir(join(place, 'media'))).toEqual(['clip.mp4']);

  // phones send their claims again: claims from before the backup, and from after it
  const again = startChild('write.ts', place);
  await again.count(100);
  again.process.kill('SIGKILL');
  await again.ended;
  const { status: verified } = await run(['ledger', 'verify'], { DATA_DIR: place });
  const database = await openQuietly(place);
  expect({ verified, miscounted: await findMiscounted(database) }).toEqual({
    verified: 0,
    miscounted: [],
  });
  await database.close();
});

test('a restored database makes no payout batch until payouts are resumed, and reuses no batch number', async () => {
  const backup = await backUp();
  const [place, file] = [newPlace('restored'), newPlace('batch')];
  await restore(backup, place);
  const own = { DATA_DIR: place };
  const way = ['--method', 'gcash', '--format', 'csv', '--out', file, '--yes'];
  const exporting = ['payouts', 'export', ...way];
  expect(await run(exporting, own)).toMatchObject({
    status: 1,
    err: expect.stringContaining('payouts are paused (payout.paused): no new batch is made'),
  });
  await run(['config', 'set', 'payout.paused', 'false'], own);
  expect(await run(exporting, own)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^batch 10000\d\d:/),
  });
  const { out: told } = await run(['audit', 'list', '--json'], own);
  expect(JSON.parse(told).map(({ action }: { action: string }) => action)).toContain('restore');
});

test('a backup to an unsuitable place is refused, and leaves nothing', async () => {
  const taken = newPlace('taken');
  await mkdir(taken);
  const inside = join(dataDir, 'media', 'backup');
  for (const [place, why] of [
    [taken, `${taken} exists already`],
    [inside, `${inside} lies in a folder that is backed up: name another folder`],
    [join(taken, 'a', 'b'), `there is no folder ${join(taken, 'a')}`],
  ] as const) {
    expect(await run(['backup', place])).toEqual({ status: 1, out: '', err: why });
  }
  expect(await readdir(taken)).toEqual([]);
});

test.each([
  [
    'a changed file',
    async (backup: string) => writeFile(join(backup, 'media', 'clip.mp4'), 'another clip'),
    'media/clip.mp4 of the backup is damaged: its SHA-256 is wrong',
  ],
  [
    'a missing file',
    async (backup: string) => rm(join(backup, 'postgres', 'backup_label')),
    'the backup lacks postgres/backup_label',
  ],
  [
    'a file that is not in its list',
    async (backup: string) => writeFile(join(backup, 'postgres', 'recovery.signal'), ''),
    'postgres/recovery.signal is no part of the backup',
  ],
  [
    'a list that has a path outside of the backup',
    async (backup: string) => {
      const path = join(backup, 'SHA256SUMS');
      await writeFile(path, (await readFile(path, 'utf8')).replace('  media/', '  media/../../'));
    },
    expect.stringMatching(/SHA256SUMS is damaged$/),
  ],
  [
    'the format of another version',
    async (backup: string) => writeFile(join(backup, 'backup.json'), '{"format": 2}'),
    expect.stringMatching(/backup.json is damaged, or was written by another version of Clipurse$/),
  ],
])('a backup with %s is refused, and nothing is restored', async (_, damage, why) => {
  const [backup, place] = [await backUp(), newPlace('restored')];
  await damage(backup);
  expect(await restore(backup, place)).toEqual({ status: 1, out: '', err: why });
  expect(await readdir(place)).toEqual(['data-key']);
});

test('a backup does not contain its data key, and is restored only with that key', async () => {
  const [backup, place] = [newPlace('backup'), newPlace('restored')];
  const { out } = await run(['backup', backup]);
  expect(out).toContain(`keep a copy of ${join(dataDir, 'data-key')} elsewhere`);
  const key = await readFile(join(dataDir, 'data-key'), 'utf8');
  expect((await stat(join(dataDir, 'data-key'))).mode & 0o777).toBe(0o600);
  for (const name of await readdir(backup, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = await readFile(join(name.parentPath, name.name));
    expect([name.name, bytes.includes(key.trim())]).toEqual([name.name, false]);
  }
  const lacks = /^the database is sealed with the data key [0-9a-f]{16}, which neither DATA_KEY/;
  for (const env of [{}, { DATA_KEY: 'ab'.repeat(32) }]) {
    expect(await run(['restore', backup], { DATA_DIR: place, ...env })).toMatchObject({
      ...{ status: 1, out: '', err: expect.stringMatching(lacks) },
    });
    expect(await readdir(place)).toEqual([]);
  }
  expect(await run(['restore', backup], { DATA_DIR: place, DATA_KEY: key })).toMatchObject({
    status: 0,
  });
});

test('a restore overwrites no database, and refuses a folder that is no backup', async () => {
  const backup = await backUp();
  const { cluster } = foldersOf(dataDir);
  expect(await run(['restore', backup])).toEqual({
    status: 1,
    out: '',
    err: `${cluster} exists already: restore into an empty DATA_DIR`,
  });
  expect(await restore(folder, newPlace('restored'))).toMatchObject({
    err: `${folder} holds no backup: it has no backup.json`,
  });
});

/** Runs a command in a child process, kills it once its draft exists. @returns whether the draft stays */
async function killDuring(argv: readonly string[], env: Record<string, string>, draft: RegExp) {
  const parent = draft.source.includes('restore') ? (env.DATA_DIR ?? '') : folder;
  const child = spawn(process.execPath, [MAIN, ...argv], {
    env: { PATH: process.env.PATH, ...compiled, INIT_CWD: folder, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const isThere = async () =>
    (await readdir(parent).catch(() => [])).some((name) => draft.test(name));
  while (child.exitCode === null && !(await isThere())) await delay(5);
  child.kill('SIGKILL');
  await ended;
  return isThere();
}

test('a killed command leaves no half backup and no half database, and the next command succeeds', async () => {
  const [backup, place] = [newPlace('backup'), newPlace('restored')];
  const env = { DATA_DIR: dataDir };
  expect(await killDuring(['backup', backup], env, /^backup-.*\.new-/)).toBe(true);
  expect(await stat(backup).catch(() => null)).toBe(null);
  expect(await run(['backup', backup])).toMatchObject({ status: 0 });
  const target = { DATA_DIR: place };
  await copyDataKey(dataDir, place);
  expect(await killDuring(['restore', backup], target, /^restore\.new-/)).toBe(true);
  expect((await readdir(place)).filter((name) => !name.startsWith('restore.new-'))).toEqual([
    'data-key',
  ]);
  expect(await restore(backup, place)).toMatchObject({ status: 0 });
  expect((await readdir(folder)).filter((name) => name.includes('.new-'))).toEqual([]);
  expect((await readdir(place)).sort()).toEqual(['data-key', 'media', 'postgres']);
});
