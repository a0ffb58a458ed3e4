import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { chooseIdentity, placeOf } from '../../server/database/embedded/identity.ts';

const isRoot = process.getuid?.() === 0;
/** The user id of `nobody`: an owner must be a user of the system. */
const OTHER = 65_534;

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'clipurse-identity-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await chmod(home, 0o755);
});

describe.runIf(isRoot)('as root', () => {
  test('a folder’s access is decided by its owner, else by its group, else by the mode for others', async () => {
    const { owner } = await chooseIdentity(join(home, 'data'));
    const { uid = 0, gid = 0 } = owner ?? {};
    const folder = join(home, 'folder');
    await mkdir(folder);
    const isClosed = async (user: number, group: number, mode: number) => {
      await chown(folder, user, group);
      await chmod(folder, mode);
      return (await chooseIdentity(join(folder, 'data'))).closedFolder === folder;
    };
    const closed = [
      await isClosed(uid, gid, 0o100),
      await isClosed(uid, gid, 0o011),
      await isClosed(0, gid, 0o010),
      await isClosed(0, gid, 0o101),
      await isClosed(0, 0, 0o001),
      await isClosed(0, 0, 0o110),
    ];
    expect(closed).toEqual([false, true, false, true, false, true]);
  });

  test('Postgres runs as the cluster’s owner, and admits that user only if the data folder has the same owner', async () => {
    const cluster = join(home, 'data', 'postgres');
    await mkdir(cluster, { recursive: true });
    await chown(cluster, OTHER, OTHER);
    const made = await chooseIdentity(cluster);
    await chown(join(home, 'data'), OTHER, OTHER);
    const owned = await chooseIdentity(cluster);
    const name = owned.owner?.name;
    expect({ made: made.clients, owned: owned.clients, uid: owned.owner?.uid }).toEqual({
      made: ['root'],
      owned: [name, 'root'],
      uid: OTHER,
    });
  });

  test('a program changes into a closed folder before it changes its user', async () => {
    const open = await chooseIdentity(join(home, 'data'));
    const { uid, gid } = open.owner ?? {};
    expect(placeOf('/a/data', open)).toEqual({ path: '/a/data', options: { cwd: '/', uid, gid } });
    expect(placeOf('/a/data', { ...open, closedFolder: '/a' })).toEqual({
      path: '/proc/self/cwd',
      options: { cwd: '/a/data', uid, gid },
    });
  });
});
