import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseIdentity } from '../../server/database/embedded/identity.ts';

test.runIf(process.getuid?.() === 0)(
  'whether a folder is closed goes by its owner, then by its group, then by all others',
  async () => {
    const { owner } = await chooseIdentity([]);
    const { uid = 0, gid = 0 } = owner ?? {};
    const home = await mkdtemp(join(tmpdir(), 'clipurse-identity-'));
    onTestFinished(() => rm(home, { recursive: true }));
    await chmod(home, 0o755);
    const folder = join(home, 'folder');
    await mkdir(folder);
    const isClosed = async (user: number, group: number, mode: number) => {
      await chown(folder, user, group);
      await chmod(folder, mode);
      const { command } = await chooseIdentity(['/usr/bin/env', join(folder, 'data')]);
      return command('initdb', []).file === 'setpriv';
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
  },
);
