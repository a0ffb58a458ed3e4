import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { settleArchive } from '../../server/database/embedded/archive.ts';
import { findBinaries } from '../../server/database/embedded/binaries.ts';
import { foldersOf } from '../../server/database/embedded/folders.ts';

test('ARCHIVE_DIR names the archive’s folder; if it is blank, there is no archive', () => {
  expect(readConfig({ ARCHIVE_DIR: '/archive/of/clips/' }).archiveDir).toBe('/archive/of/clips');
  expect(readConfig({ ARCHIVE_DIR: ' ' }).archiveDir).toBe(null);
});

const outside = 'must lie outside of DATA_DIR, preferably on another disk';

test.each([
  [{ ARCHIVE_DIR: 'archive' }, 'must be an absolute path, preferably on another disk'],
  [{ ARCHIVE_DIR: `/${'a'.repeat(900)}` }, 'must have at most 900 bytes'],
  [{ ARCHIVE_DIR: '/srv/a/..', DATA_DIR: '/srv' }, outside],
  [{ ARCHIVE_DIR: '/srv/postgres', DATA_DIR: '/srv' }, outside],
  [
    { ARCHIVE_DIR: '/archive', DATABASE_URL: 'postgres://clip@db/clipurse' },
    'is for the embedded database only: unset ARCHIVE_DIR or DATABASE_URL',
  ],
])('an unsuitable ARCHIVE_DIR is refused: %j', (env, why) => {
  expect(() => readConfig(env)).toThrow(`ARCHIVE_DIR ${why}`);
});

test('a symbolic link into DATA_DIR is refused, a link to another folder is used like that folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-archive-link-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [dataDir, outside] = [join(folder, 'data'), join(folder, 'outside')];
  const folders = foldersOf(dataDir);
  await mkdir(folders.cluster, { recursive: true });
  await mkdir(outside);
  const binaries = await findBinaries(null, () => {});
  const identity = { owner: null, clients: [], closedFolder: null };
  const settle = async (target: string, name: string) => {
    await symlink(target, join(folder, name));
    const archived = { folders, binaries, identity, log: () => {} };
    return settleArchive(archived, join(folder, name));
  };
  await expect(settle(folders.cluster, 'inside')).rejects.toThrow(
    `ARCHIVE_DIR ${folder}/inside cannot be used: it leads to ${folders.cluster}, which lies in DATA_DIR`,
  );
  expect(await readdir(folders.cluster)).toEqual([]);
  const archive = await settle(outside, 'elsewhere');
  expect(await readdir(outside)).toEqual([archive?.name]);
});
