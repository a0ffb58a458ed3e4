import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataHome } from '../postgres/leftovers.ts';
import {
  archiveAll,
  copyArchive,
  filesOf,
  openArchived,
  overwrite,
  payFor,
} from './archive.support.ts';
import { copyDataKey, runWith } from './backup.support.ts';
import { makeEarners } from './crash.support.ts';

let folder: string;
let backup: string;
let archiveDir: string;
let serial = 0;

/** Returns a new path in the test’s folder. */
function newPlace(): string {
  serial += 1;
  return join(folder, `place-${serial}`);
}

const run = (dataDir: string, argv: readonly string[]) =>
  runWith({ DATA_DIR: dataDir, INIT_CWD: folder }, argv);

async function restore(archive: string, ...more: string[]) {
  const place = newPlace();
  await copyDataKey(join(folder, 'data'), place);
  return run(place, ['restore', backup, '--archive', archive, ...more]);
}

beforeAll(async () => {
  folder = await makeDataHome();
  // Postgres, which never runs as root, must be able to reach the archive
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  [backup, archiveDir] = [newPlace(), newPlace()];
  await makeEarners(dataDir, 4);
  const server = await openArchived(dataDir, archiveDir);
  expect(await run(dataDir, ['backup', backup])).toMatchObject({ status: 0 });
  await payFor(dataDir, 80, 0);
  await archiveAll(dataDir);
  await server.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('damage in a log file is not taken for the log’s end: a restore that would lose changes is refused', async () => {
  const { folder: files, names } = await filesOf(archiveDir);
  const name = names.findLast((each) => /^[0-9A-F]{24}$/.test(each)) ?? '';
  for (const [at, why] of [
    [256, /before any change after the backup: restore the backup without --archive$/],
    [65_536, /after the change of 20\S+Z: name that moment or an earlier one with --until$/],
  ] as const) {
    const rotten = await copyArchive(files, newPlace(), (inside) =>
      overwrite(join(inside, name), 'rotten'.repeat(500), at),
    );
    const { status, err } = await restore(rotten);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringMatching(why) });
    const later = await restore(rotten, '--until', '2100-01-01T00:00:00Z');
    expect(later.err).toMatch(
      /is missing: the log of the archive is damaged \(.+\), so the log ends at 20/,
    );
    const moment = /change of (\S+):/.exec(err)?.[1];
    if (!moment) continue;
    const asked = await restore(rotten, '--until', moment);
    expect(asked).toMatchObject({ status: 0, err: '' });
  }
});

test('an archive without changes after the backup is not taken for damaged', async () => {
  const { folder: files, names } = await filesOf(archiveDir);
  const empty = await copyArchive(files, newPlace(), (inside) =>
    Promise.all(names.map((name) => rm(join(inside, name)))),
  );
  expect(await restore(empty)).toMatchObject({ status: 0, err: '' });
  const { err } = await restore(empty, '--until', '2100-01-01T00:00:00Z');
  expect(err).toMatch(/^the archive has no change after 20/);
});
