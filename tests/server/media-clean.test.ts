import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../server/config.ts';
import { inTransaction } from '../../server/database/database.ts';
import { withDiskTimeout } from '../../server/database/disk-timeout.ts';
import { DAY } from '../../server/domain/time.ts';
import { OperatorError } from '../../server/operator/command.ts';
import { lookAtOrphanedFiles } from '../../server/operator/doctor/media.ts';
import {
  lockFilesShared,
  tryLockFilesExclusive,
} from '../../server/operator/media/orphaned-files.ts';
import { diagnose } from './doctor.setup.ts';
import { withPath } from './ffmpeg.fake.ts';
import { compiled } from './http/process.ts';
import { CLIP, CLIPS, dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';
import { startStore } from './s3/stub.ts';

const MAIN = join(import.meta.dirname, '../../server/operator/main.ts');
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

setUpOperator();

/** Adds a clip without ffmpeg, because encoding would take long. */
const add = (film: string) => withPath('', () => run(['videos', 'add', film]));
const media = () => join(dataDir, 'media');
const files = async () => (await readdir(media())).sort();
const age = async (names: readonly string[]) => {
  for (const name of names) await utimes(join(media(), name), daysAgo(3), daysAgo(3));
};

/** Kills a command after it has written its files, before it adds its row. @returns the files */
async function killBeforeRow(): Promise<string[]> {
  const before = await files();
  const db = await domain.pool.connect();
  try {
    await db.query('begin');
    await db.query('lock table video in share row exclusive mode');
    const env = { ...compiled, DATABASE_URL: domain.url, DATA_DIR: dataDir, PATH: '' };
    const film = join(CLIPS, 'rain.mp4');
    const child = spawn(process.execPath, [MAIN, 'videos', 'add', film], { env, stdio: 'ignore' });
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await domain.pool.query(waiting)).rowCount).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'close');
  } finally {
    await db.query('rollback');
    db.release();
  }
  return (await files()).filter((name) => !before.includes(name) && !name.endsWith('.part'));
}

let shown: string[];
beforeAll(async () => {
  expect((await add(CLIP)).status).toBe(0);
  const koi = await files();
  // the files of a disabled clip must stay
  expect((await add(join(CLIPS, 'aurora.mp4'))).status).toBe(0);
  await run(['videos', 'disable', '2']);
  shown = await files();
  expect(shown.length).toBeGreaterThan(koi.length);
  await age(shown);
});

test('doctor reports leftovers of a killed command after two days, and media clean removes them', async () => {
  const left = await killBeforeRow();
  expect(left).not.toEqual([]);
  expect((await diagnose()).verdicts['media files']).toBe('good');
  expect((await json('media', 'clean', '--yes')).answer).toEqual({ removed: [] });

  await age(left);
  await writeFile(join(media(), 'logo.webp'), 'put there by hand');
  await age(['logo.webp']);
  const { verdicts, says } = await diagnose();
  expect(verdicts['media files']).toBe('warning');
  expect(says['media files']).toMatch(/^no clip and no advertisement uses \d files?, \d+\.\d MB$/);
  const asked = await run(['media', 'clean']);
  expect(asked).toMatchObject({ status: 1, err: expect.stringContaining('needs --yes') });
  expect(await files()).toEqual(expect.arrayContaining(left));

  const { out } = await run(['media', 'clean', '--yes', '--json']);
  expect(JSON.parse(out).removed.sort()).toEqual(left);
  const kept = (await files()).filter((name) => !name.endsWith('.part'));
  expect(kept).toEqual([...shown, 'logo.webp'].sort());
  expect((await diagnose()).verdicts['media files']).toBe('good');
  const log = await json('audit', 'list', '--limit', '1');
  expect(log.answer[0]).toMatchObject({ action: 'media clean', what: { removed: left.length } });
});

test('while another command adds media nothing is removed: the command may use leftovers', async () => {
  const [left = ''] = await killBeforeRow();
  await age([left]);
  await inTransaction(domain.pool, async (db) => {
    await db.query("select pg_advisory_xact_lock_shared(hashtextextended('media files', 0))");
    const { status, err } = await run(['media', 'clean', '--yes']);
    expect([status, err]).toEqual([1, expect.stringContaining('another command is adding media')]);
  });
  expect(await files()).toContain(left);
  // adding the same film again gives the old file a row
  expect((await add(join(CLIPS, 'rain.mp4'))).status).toBe(0);
  expect((await json('media', 'clean', '--yes')).answer).toEqual({ removed: [] });
  expect(await files()).toContain(left);
});

test('a command that adds media and has waited too long for media clean is refused with this reason', async () => {
  await inTransaction(domain.pool, async (cleaning) => {
    expect(await tryLockFilesExclusive(cleaning)).toBe(true);
    const adding = inTransaction(domain.pool, async (db) => {
      await db.query("set local lock_timeout = '50ms'");
      await lockFilesShared(db);
    });
    // an import then refuses this film, and continues with the next film
    const refused = new OperatorError(
      'media clean is removing files: give this command again when media clean has ended',
    );
    await expect(adding).rejects.toThrow(refused);
    await expect(adding).rejects.toBeInstanceOf(OperatorError);
  });
});

test('a file that a row names by its full URL stays', async () => {
  const name = `${'a'.repeat(24)}.webp`;
  await writeFile(join(media(), name), 'a poster');
  await age([name]);
  const poster = `https://clips.example/media/${name}`;
  await domain.pool.query('update video set poster = $1 where video_id = 2', [poster]);
  await run(['media', 'clean', '--yes']);
  expect(await files()).toContain(name);
});

test('in a large bucket the files without a row are found', async () => {
  const store = await startStore();
  onTestFinished(() => store.close());
  const name = (number: number) => `media/${number.toString(16).padStart(24, '0')}.mp4`;
  const keep = (key: string, days: number) =>
    store.files.set(key, { body: Buffer.alloc(9), type: 'video/mp4', at: daysAgo(days) });
  const hidden = `hidden/${'0'.repeat(32)}.mp4`;
  for (let number = 0; number < 7; number += 1) keep(name(number), 3);
  keep(name(7), 1);
  keep(hidden, 3);
  await domain.pool.query('update video set url = $1 where video_id = 1', [`/${name(4)}`]);
  expect((await diagnose(store.env)).says['media files']).toBe(
    'no clip and no advertisement uses 6 files, 0.0 MB',
  );
  const { status, out } = await run(['media', 'clean', '--yes'], store.env);
  expect([status, out]).toEqual([0, expect.stringContaining('removed: 6 files')]);
  const kept = [...store.files.keys()].filter((key) => key.startsWith('media/'));
  expect(kept).toEqual([name(4), name(7)]);
  // hidden files must stay, so that they can be shown again
  expect([...store.files.keys()]).toContain(hidden);
});

test('doctor does not wait for a disk that hangs', async () => {
  const hung = Promise.withResolvers<void>();
  expect(await withDiskTimeout(dataDir, () => hung.promise, 1)).toBeUndefined();
  const config = { dataDir, mediaStore: null } as Config;
  expect(await lookAtOrphanedFiles(config, domain.pool, 50)).toMatchObject({
    verdict: 'unknown',
    says: 'the place of the media gave no answer within 0.05 seconds',
  });
  hung.resolve();
});
