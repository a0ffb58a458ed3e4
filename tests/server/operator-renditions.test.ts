import { execFile } from 'node:child_process';
import { access, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { Source } from '../../contract/shapes.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { videoList } from '../../server/domain/videos.ts';
import { hasFfmpeg } from '../../server/operator/media/ffmpeg.ts';
import { fakeFfmpeg, withPath } from './ffmpeg.fake.ts';
import { compiled } from './http/process.ts';
import { CLIP, CLIPS, dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const POSTER = ['--poster', join(CLIPS, 'koi.webp')];
const media = () => readdir(join(dataDir, 'media')).catch(() => [] as string[]);
const exists = (url: string) =>
  access(join(dataDir, url)).then(
    () => true,
    () => false,
  );
const urlsOf = (sources: Source[]) => sources.map(({ url }) => url);

/** Runs a command with a fake ffmpeg of this behaviour, or without ffmpeg. */
async function operate(argv: string[], behaviour?: Parameters<typeof fakeFfmpeg>[0] | null) {
  const ffmpeg = behaviour === null ? null : await fakeFfmpeg(behaviour);
  try {
    const result = await withPath(ffmpeg?.folder ?? '', () => run([...argv, '--json']));
    return {
      ...result,
      answer: result.status === 0 ? JSON.parse(result.out) : null,
      tries: (await ffmpeg?.tries()) ?? [],
    };
  } finally {
    await ffmpeg?.remove();
  }
}

const addClip = (...[behaviour]: [Parameters<typeof fakeFfmpeg>[0]?] | [null]) =>
  operate(['videos', 'add', CLIP, '--title', 'Koi', ...POSTER], behaviour);

afterEach(async () => {
  await domain.pool.query('delete from video');
  await domain.pool.query('delete from ad');
  await rm(join(dataDir, 'media'), { recursive: true, force: true });
});

const small = { width: 360, height: 640, type: 'video/mp4; codecs="avc1.64001e, mp4a.40.2"' };
const av1 = { width: 540, height: 960, type: 'video/mp4; codecs="av01.0.04M.08, mp4a.40.2"' };

test('encoding may take longer than an idle transaction may last', async () => {
  const { rows } = await domain.pool.query('select current_database() as name');
  const setting = `database ${rows[0].name} set idle_in_transaction_session_timeout`;
  await domain.pool.query(`alter ${setting} = '200ms'`);
  const { status, err } = await addClip({ av1: `/bin/sleep 1; /bin/cp "${CLIP}" "$last"` });
  await domain.pool.query(`alter ${setting} = default`);
  expect({ status, err }).toMatchObject({ status: 0 });
});

/** Width and CRF of the tries for the smallest file, if all reach the quality; 540 is never small enough. */
const H264_TRIES = ['360 31', '360 35', '360 37', '360 38', '540 31', '540 35', '540 37', '540 38'];

test('videos add: makes the smaller copies, and leaves out those that are not smaller', async () => {
  const { answer, tries } = await addClip();
  expect(tries).toEqual([...H264_TRIES, 'av1 45', 'av1 53', 'av1 57', 'av1 59']);
  expect(answer).toMatchObject({ note: null, sources: [{ url: answer.url }, small, av1] });
  for (const { url, bytes } of answer.sources as Source[]) {
    expect((await readFile(join(dataDir, url))).length).toBe(bytes);
  }
  const { list } = await videoList(domain.context(), null, { page: 1, limit: 10 });
  expect(list).toMatchObject([{ url: answer.url, sources: answer.sources }]);
  expect((await media()).sort()).toEqual(
    [...urlsOf(answer.sources), answer.poster, answer.preview]
      .map((url) => url.slice('/media/'.length))
      .sort(),
  );
});

test('a copy is the smallest of four tries that reaches the quality', async () => {
  const { answer, tries } = await addClip({ hasAv1: false, goodUpTo: 33 });
  expect(tries.slice(0, 4)).toEqual(['360 31', '360 35', '360 33', '360 34']);
  expect(answer.sources).toMatchObject([{ url: answer.url }, small]);
});

test('a copy that does not reach the quality within its size is left out', async () => {
  const { answer, tries } = await addClip({ goodUpTo: 20 });
  expect(tries.slice(0, 4)).toEqual(['360 31', '360 27', '360 25', '360 24']);
  expect(answer).toMatchObject({ sources: [], note: null });
});

test('ads add: makes the same copies', async () => {
  const target = ['--target-url', 'https://example.com/'];
  const { answer } = await operate(['ads', 'add', CLIP, '--title', 'Koi', ...target, ...POSTER]);
  expect(answer.sources).toMatchObject([{ url: answer.url }, small, av1]);
  const { list } = await getAdList(domain.context(), null, { page: 1, limit: 10 });
  expect(list).toMatchObject([{ sources: answer.sources }]);
});

test('without ffmpeg a clip is added without copies, and a note says so', async () => {
  const { answer } = await addClip(null);
  expect(answer).toMatchObject({ sources: [], note: 'no renditions: ffmpeg is not installed' });
  await domain.pool.query('truncate feed_list');
  const { list } = await videoList(domain.context(), null, { page: 1, limit: 10 });
  expect(list).toHaveLength(1);
  expect(list[0]).not.toHaveProperty('sources');
});

test.each([
  ['has no AV1 encoder', { hasAv1: false }],
  ['fails at AV1', { av1: 'exit 1' }],
  ['writes half a file', { av1: 'echo half > "$last"' }],
])('an ffmpeg that %s: the other copies are made, and a note says so', async (_, behaviour) => {
  const { answer } = await addClip(behaviour);
  expect(answer).toMatchObject({
    note: 'this ffmpeg cannot make: 540 AV1',
    sources: [{ url: answer.url }, small],
  });
  expect(await media()).toHaveLength(4);
});

test('an existing clip is refused before anything is encoded', async () => {
  const { answer } = await addClip();
  const before = await media();
  const again = await addClip();
  expect(again).toMatchObject({
    ...{ status: 1, tries: [] },
    err: `this clip is video ${answer.id} already`,
  });
  expect(await media()).toEqual(before);
});

test('videos disable: all files stay, so that the clip can be enabled again', async () => {
  const { answer } = await addClip();
  const disabled = await operate(['videos', 'disable', String(answer.id)]);
  expect(disabled.answer).toMatchObject({ enabled: false, sources: answer.sources });
  for (const url of urlsOf(answer.sources)) expect(await exists(url)).toBe(true);
});

test('videos renditions --all: makes missing copies', async () => {
  const { answer: without } = await addClip(null);
  const all = await operate(['videos', 'renditions', '--all']);
  expect(all.answer).toMatchObject([{ id: without.id, note: null, sources: [{}, small, av1] }]);
  expect((await operate(['videos', 'renditions', '--all'])).answer).toEqual([]);
  const { answer } = await json('audit', 'list', '--limit', '2');
  expect(answer[0]).toMatchObject({
    action: 'videos renditions',
    what: { words: [], all: 'true', ids: [without.id] },
  });
});

test('videos renditions ID: makes new copies, and removes the old ones', async () => {
  const { answer } = await addClip();
  const anew = await operate(['videos', 'renditions', String(answer.id)], { hasAv1: false });
  expect(anew.answer).toMatchObject([{ id: answer.id, sources: [{ url: answer.url }, small] }]);
  for (const url of urlsOf(answer.sources.slice(1))) expect(await exists(url)).toBe(false);
  for (const url of urlsOf(anew.answer[0].sources)) expect(await exists(url)).toBe(true);
});

test.each([
  [['videos', 'renditions'], 2],
  [['videos', 'renditions', '5', '--all'], 2],
  [['videos', 'renditions', '4711'], 1],
])('the command %j ends with status %i', async (argv, status) => {
  expect((await operate(argv)).status).toBe(status);
});

test('copies of the demo’s clips are stored with the operator’s files', async () => {
  const { rows } = await domain.pool.query(
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
     values ('Koi', 'A', '/media/clips/koi.mp4', '/k.webp', 540, 960, 12000, now()) returning *`,
  );
  const { answer } = await operate(['videos', 'renditions', String(rows[0].video_id)]);
  expect(answer).toMatchObject([{ sources: [{ url: '/media/clips/koi.mp4' }, small, av1] }]);
  expect(await media()).toHaveLength(2);
});

test('a kill between two copies leaves no row with an incomplete file', async () => {
  const { answer } = await addClip(null);
  const killing = await fakeFfmpeg({ av1: 'echo half > "$last"; kill -9 $PPID; sleep 1' });
  const args = ['server/operator/main.ts', 'videos', 'renditions', String(answer.id)];
  const env = { ...compiled, PATH: killing.folder, DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const killed = promisify(execFile)(process.execPath, args, { env });
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
  expect(await killing.tries()).toEqual([...H264_TRIES, 'av1 45']);
  await killing.remove();
  const named = await domain.pool.query('select sources from video');
  expect(named.rows).toEqual([{ sources: [] }]);
  const again = await operate(['videos', 'renditions', '--all']);
  for (const url of urlsOf(again.answer[0].sources)) expect(await exists(url)).toBe(true);
});

/** Runs a command in a separate process, which gets the signal while AV1 is encoded. */
async function breakOff(argv: readonly string[], signal: 'INT' | 'TERM' | 'HUP') {
  const encoderPid = join(dataDir, 'encoder.pid');
  const waiting = 'exec /bin/sleep 60';
  const breaking = await fakeFfmpeg({
    av1: `echo half > "$last"; echo $$ > "${encoderPid}"; kill -${signal} $PPID; ${waiting}`,
  });
  const env = { ...compiled, PATH: breaking.folder, DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const broken = promisify(execFile)(process.execPath, ['server/operator/main.ts', ...argv], {
    env,
  });
  await expect(broken).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'the command was interrupted\n',
  });
  expect(await breaking.tries()).toEqual([...H264_TRIES, 'av1 45']);
  await breaking.remove();
  const pid = Number(await readFile(encoderPid, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
}

test.each(['INT', 'TERM', 'HUP'] as const)(
  'a command that gets SIG%s adds nothing',
  async (signal) => {
    await breakOff(['videos', 'add', CLIP, '--title', 'Koi', ...POSTER], signal);
    expect(await media()).toEqual([]);
    expect((await domain.pool.query('select from video')).rowCount).toBe(0);
  },
);

test('videos renditions --all, interrupted: leaves no new files', async () => {
  await addClip(null);
  const aurora = ['videos', 'add', join(CLIPS, 'aurora.mp4'), '--title', 'Aurora', ...POSTER];
  await operate(aurora, null);
  const before = await media();
  await breakOff(['videos', 'renditions', '--all'], 'INT');
  expect(await media()).toEqual(before);
});

test.runIf(await hasFfmpeg())(
  'a real ffmpeg’s copies reach their quality, and begin with their index',
  async () => {
    const short = join(dataDir, 'short.mp4');
    const moving = ['-f', 'lavfi', '-i', 'testsrc2=s=360x640:r=10:d=1', '-pix_fmt', 'yuv420p'];
    const best = ['-crf', '8', '-movflags', '+faststart', short];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...moving, ...best]);
    const { answer } = await json('videos', 'add', short, '--title', 'Short', ...POSTER);
    const [original, ...copies] = answer.sources as [Source, ...Source[]];
    expect(copies[0]).toMatchObject({ width: 360, height: 640 });
    // a copy is inspected like an added film: it must be complete, with its index first
    expect(copies[0]?.type).toMatch(/avc1\.64/);
    for (const { bytes, width } of copies) {
      expect(bytes).toBeLessThan(original.bytes);
      expect(width).toBeLessThanOrEqual(original.width);
    }
  },
);
