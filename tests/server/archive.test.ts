import { chmod, cp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveWatch } from '../../server/database/archive-watch.ts';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { readPostmaster } from '../../server/database/embedded/process.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import {
  archiveAll,
  copyArchive,
  filesOf,
  openArchived,
  overwrite,
  payFor,
  queryAsSuperuser,
  until,
  untilPostgresIsBack,
} from './archive.support.ts';
import { copyDataKey, runWith } from './backup.support.ts';
import { startChild } from './children.ts';
import { findMiscounted, findMissing, makeEarners, openQuietly } from './crash.support.ts';

let folder: string;
let dataDir: string;
let archiveDir: string;
let serial = 0;

/** Returns a new path in the test’s folder. */
function newPlace(name: string): string {
  serial += 1;
  return join(folder, `${name}-${serial}`);
}

const run = (argv: readonly string[], env: Record<string, string> = {}) =>
  runWith({ DATA_DIR: dataDir, INIT_CWD: folder, ...env }, argv);

async function restore(place: string, archive: string, ...more: string[]) {
  await copyDataKey(dataDir, place);
  return run(['restore', backup, '--archive', archive, ...more], { DATA_DIR: place });
}

/** Selects each wallet’s balance, and the number of the ledger’s transfers. */
const BALANCES =
  'select user_id, available, held, (select count(*) from transfer) as entries from wallet order by 1';
let backup: string;
/** movements acknowledged before the mistake (a deletion of payout accounts), and after it */
let told: readonly string[];
let later: readonly string[];
/** the balances and the time, just before the mistake */
let atThen: unknown[];
let then: string;

const pay = (movements: number, start: number) => payFor(dataDir, movements, start);

beforeAll(async () => {
  folder = await makeDataHome();
  // Postgres, which never runs as root, must be able to reach the archive
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  // a name with characters that are special in a shell
  archiveDir = join(folder, `a "disk" of $HOME's %f`);
  await makeEarners(dataDir, 4);
  const server = await openArchived(dataDir, archiveDir);
  const first = await pay(60, 0);
  backup = newPlace('backup');
  expect(await run(['backup', backup])).toMatchObject({ status: 0, err: '' });
  const second = await pay(60, 1_000);
  told = [...first, ...second];
  atThen = (await server.pool.query(BALANCES)).rows;
  const { rows } = await server.pool.query<{ now: Date }>('select clock_timestamp() as now');
  then = rows[0]?.now.toISOString() ?? '';
  await delay(20);
  await server.pool.query('delete from payout_info');
  later = await pay(20, 2_000);
  await archiveAll(dataDir);
  await server.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a database is restored to the moment before a mistake: with all payments until then, and no later one', async () => {
  const place = newPlace('restored');
  const { status, out } = await restore(place, archiveDir, '--until', then);
  expect({ status, out }).toMatchObject({
    status: 0,
    out: expect.stringMatching(
      /\nlast_change: 20[\s\S]*the ledger is in order\npayouts are paused/,
    ),
  });
  const restored = await openQuietly(place);
  const { rows } = await restored.pool.query<{ accounts: bigint }>(
    'select count(*) as accounts from payout_info',
  );
  expect({
    balances: (await restored.pool.query(BALANCES)).rows,
    missing: await findMissing(restored, told),
    surplus: later.length - (await findMissing(restored, later)).length,
    miscounted: await findMiscounted(restored),
    accounts: Number(rows[0]?.accounts),
  }).toEqual({ balances: atThen, missing: [], surplus: 0, miscounted: [], accounts: 4 });
  await restored.close();
  // phones send their claims again: claims from before that moment, and from after it
  await payFor(place, 60, 1_000);
  const { status: verified } = await run(['ledger', 'verify'], { DATA_DIR: place });
  const served = await openQuietly(place);
  expect([verified, await findMiscounted(served)]).toEqual([0, []]);
  await served.close();
});

test('a moment that cannot be restored is refused with the reason, and leaves no files', async () => {
  const { folder: files, names: all } = await filesOf(archiveDir);
  const names = all.filter((name) => !name.includes('.'));
  const copyOf = (damage: (path: string) => Promise<unknown>) =>
    copyArchive(files, newPlace('archive'), (inside) => damage(join(inside, names.at(-2) ?? '')));
  const middle = names.at(-2);
  const lost = await copyOf((path) => rm(path));
  const half = await copyOf((path) => truncate(path, 1_000));
  const mixed = await copyOf((path) => cp(join(files, names.at(-1) ?? ''), path));
  const other = await copyOf((path) => overwrite(path, 'otherone', 24));
  for (const [archive, moment, why] of [
    [archiveDir, '2020-01-01T00:00:00Z', /^the backup was made at 20.*Z, after --until: name an/],
    [
      archiveDir,
      '2100-01-01T00:00:00Z',
      /^the archive has no change after 20\d\d-.*Z, and --until/,
    ],
    [folder, then, /lacks the folder 20\d\d-\d\d-\d\d-[0-9a-f]{8}, which continues the log/],
    [lost, null, new RegExp(`^the archive lacks ${middle}: name a moment before this file`)],
    [half, null, new RegExp(`${middle} is not whole: it has 1000 of \\d+ bytes: name a moment`)],
    [
      lost,
      '2100-01-01T00:00:00Z',
      new RegExp(`: the archive lacks ${middle}, so the log ends at 20`),
    ],
    [mixed, null, /is damaged, or has another file's name: name a moment/],
    [other, then, /belongs to another database than the backup$/],
  ] as const) {
    const place = newPlace('restored');
    const { status, err } = await restore(place, archive, ...(moment ? ['--until', moment] : []));
    expect({ status, err }).toEqual({ status: 1, err: expect.stringMatching(why) });
    expect(await readdir(place)).toEqual(['data-key']);
  }
  expect(await run(['restore', backup, '--until', then])).toMatchObject({
    status: 2,
    err: '--until needs --archive',
  });
  for (const wrong of ['noon', '2026-02-30T12:00:00Z'])
    expect(await restore(newPlace('restored'), archiveDir, '--until', wrong)).toMatchObject({
      status: 2,
      err: expect.stringContaining('--until must be a moment with its zone'),
    });
});

test('a missing archive disk is reported while people are paid; once it is back, the archive is completed', async () => {
  const { folder: files } = await filesOf(archiveDir);
  const away = `${archiveDir} away`;
  const server = await openArchived(dataDir, archiveDir);
  const said: string[] = [];
  const watch = new ArchiveWatch(server.pool, (message) => said.push(message));
  await watch.look();
  expect([said, watch.state?.isFailing]).toEqual([[], false]);
  await rename(archiveDir, away);
  await pay(20, 3_000);
  await queryAsSuperuser(dataDir, 'select pg_switch_wal()');
  await until('the failure is seen', async () => {
    await watch.look();
    return said.length > 0;
  });
  await watch.look();
  expect(said).toEqual([
    `the archive of the database fails: there is no folder ${files}: its disk may be away`,
  ]);
  const { out } = await run(['doctor', '--json']);
  const { findings } = JSON.parse(out);
  expect(findings.find(({ what }: { what: string }) => what === 'archive')).toMatchObject({
    verdict: 'bad',
    says: expect.stringMatching(
      /^Postgres cannot archive its log \(last success: .+\): there is no folder /,
    ),
  });
  const paid = await pay(20, 4_000);
  await rename(away, archiveDir);
  await archiveAll(dataDir);
  await watch.look();
  expect(said.slice(1)).toEqual(['the archive of the database works again']);
  await server.close();
  later = [...later, ...paid];
});

test('a Postgres that is killed while it archives leaves no half file and no gap', async () => {
  const { folder: files } = await filesOf(archiveDir);
  const server = await openArchived(dataDir, archiveDir);
  const writer = startChild('write.ts', dataDir, '5000');
  for (let round = 1; round <= 5; round += 1) {
    await writer.count(round * 10);
    await queryAsSuperuser(dataDir, 'select pg_switch_wal()');
  }
  writer.process.kill('SIGKILL');
  await writer.ended;
  const { names } = await filesOf(archiveDir);
  const pid = await readPostmaster(foldersOf(dataDir).cluster);
  if (pid) process.kill(pid, 'SIGKILL');
  await writeFile(join(files, `archtemp.${names.at(-1)}.1.1`), 'half of a file');
  // the server’s process starts Postgres again
  await untilPostgresIsBack(dataDir);
  await archiveAll(dataDir);
  await server.close();
  expect((await readdir(files)).filter((name) => name.startsWith('archtemp'))).toEqual([]);

  const place = newPlace('restored');
  expect(await restore(place, archiveDir)).toMatchObject({ status: 0 });
  const restored = await openQuietly(place);
  expect(await findMissing(restored, [...told, ...later, ...writer.lines])).toEqual([]);
  await restored.close();
});

test('archive prune deletes the files that the given backup does not need', async () => {
  const env = { ARCHIVE_DIR: archiveDir };
  const kept = newPlace('backup');
  const server = await openArchived(dataDir, archiveDir);
  expect(await run(['backup', kept])).toMatchObject({ status: 0 });
  const paid = await pay(20, 9_000);
  await archiveAll(dataDir);
  await server.close();
  expect(await run(['archive', 'prune', backup], env)).toMatchObject({ status: 0 });
  const before = (await filesOf(archiveDir)).names.length;
  expect(await run(['archive', 'prune', backup], env)).toMatchObject({
    status: 0,
    out: expect.stringContaining('files: 0'),
  });
  expect((await filesOf(archiveDir)).names).toHaveLength(before);
  expect(await run(['archive', 'prune', kept], env)).toMatchObject({ status: 0 });
  expect((await filesOf(archiveDir)).names.length).toBeLessThan(before);
  expect(await restore(newPlace('restored'), archiveDir)).toMatchObject({
    err: expect.stringContaining('the archive lacks'),
  });
  backup = kept;
  const place = newPlace('restored');
  expect(await restore(place, archiveDir)).toMatchObject({ status: 0 });
  const restored = await openQuietly(place);
  expect(await findMissing(restored, paid)).toEqual([]);
  await restored.close();
  expect(await run(['archive', 'prune', kept])).toMatchObject({
    err: 'ARCHIVE_DIR is not set: the database is not archived',
  });
});
