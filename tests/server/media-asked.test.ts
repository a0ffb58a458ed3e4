import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MediaRequestQueue } from '../../server/domain/media-asked.ts';
import { DAY } from '../../server/domain/time.ts';
import { expectAnswer } from './http/coverage.ts';
import { getFile } from './http/files.ts';
import { server, setUpServerWithApp } from './http/server.setup.ts';

setUpServerWithApp();

const page = { page: 1, limit: 10 };
let clip: number;
let user: Awaited<ReturnType<typeof server.user>>;
/** Addresses of the clip's own file and of its small copy in this user's list. */
let [url, small] = ['', ''];

beforeAll(async () => {
  const media = join(server.dataDir, 'media');
  await mkdir(media, { recursive: true });
  for (const name of ['whole', 'small', 'other']) {
    await writeFile(join(media, `${name}.mp4`), Buffer.alloc(5_000));
  }
});

beforeEach(async () => {
  const { domain } = server;
  await domain.pool.query('truncate video, media_asked restart identity');
  domain.setNow(new Date('2026-03-01T10:00:00.000Z'));
  clip = await domain.video();
  const copy = { url: '/media/small.mp4', type: 'video/mp4', width: 360, height: 640, bytes: 5000 };
  await domain.pool.query("update video set url = '/media/whole.mp4', sources = $1", [
    JSON.stringify([copy]),
  ]);
  user = await server.user();
  const { list } = await expectAnswer(user.client, 'playable', page);
  [url, small] = [list[0]?.url ?? '', list[0]?.sources?.[0]?.url ?? ''];
});

const get = (path: string, headers = {}, method = 'GET') =>
  getFile(server.url + path, headers, method);

/** Waits until a request for media is recorded. @returns the requests by user and clip */
async function asked(): Promise<unknown[]> {
  // a server process writes its requests every three seconds, and when it ends
  await expect.poll(async () => (await rows()).length).toBeGreaterThan(0);
  return rows();
}
async function rows() {
  const { rows } = await server.domain.pool.query(
    'select user_id, video_id, asked_on from media_asked order by user_id, video_id',
  );
  return rows;
}

const row = (videoId = clip, asked_on = '2026-03-01') => ({
  user_id: BigInt(user.userId),
  video_id: BigInt(videoId),
  asked_on,
});

test('a range request for any file of a clip, at its address in a member’s list, is recorded', async () => {
  expect(await get(small, { range: 'bytes=0-1999' })).toMatchObject({ status: 206 });
  expect(await asked()).toEqual([row()]);
});

test('a further request within a week is not recorded, and a later request is', async () => {
  const first = {
    ...{ userId: BigInt(user.userId), videoId: BigInt(clip) },
    path: '/media/whole.mp4',
  };
  const queue = new MediaRequestQueue(server.domain.pool, (error) => expect(error).toBe(null));
  for (const [day, kept] of [
    ['2026-03-01', '2026-03-01'],
    ['2026-03-07', '2026-03-01'],
    ['2026-03-08', '2026-03-08'],
    ['2026-03-02', '2026-03-08'],
  ] as const) {
    queue.add({ ...first, day });
    await queue.save();
    expect(await rows()).toEqual([row(clip, kept)]);
  }
});

test('an address without a valid signature gets its file, and is not recorded', async () => {
  const other = await server.domain.video();
  const [, field = ''] = url.split('?');
  const [, person, day, mac] = field.slice(2).split('.');
  const stranger = `${Number(person) + 1}`;
  for (const path of [
    '/media/whole.mp4',
    `/media/whole.mp4?m=${clip}.${stranger}.${day}.${mac}`,
    `/media/whole.mp4?m=${clip}.${person}.2026-03-02.${mac}`,
    `/media/whole.mp4?m=${clip}.${person}.${day}.${mac?.slice(1)}`,
    // a file that the clip does not have, and another clip, which does not have the file
    `/media/other.mp4?${field}`,
    `/media/whole.mp4?m=${other}.${person}.${day}.${mac}`,
  ]) {
    expect(await get(path), path).toMatchObject({ status: 200 });
  }
  expect(await get(url, {}, 'HEAD')).toMatchObject({ status: 200 });
  expect(await get(url, { range: 'bytes=0-99' })).toMatchObject({ status: 206 });
  expect(await get(`/media/gone.mp4?${field}`)).toMatchObject({ status: 404 });
  // this request is written after all requests above
  const next = await server.user();
  const { list } = await expectAnswer(next.client, 'playable', page);
  await get(list.find(({ id }) => id === clip)?.url ?? '');
  expect(await asked()).toEqual([{ ...row(), user_id: BigInt(next.userId) }]);
});

test('an address is valid on its day and on the next', async () => {
  server.domain.advance(2 * DAY);
  await get(url);
  server.domain.advance(-DAY);
  await get(small);
  expect(await asked()).toEqual([row(clip, '2026-03-02')]);
});

test('requests that the database has refused are written at the next attempt', async () => {
  const { pool } = server.domain;
  let isAway = true;
  const query = (...args: unknown[]) =>
    isAway ? Promise.reject(new Error('away')) : Reflect.apply(pool.query, pool, args);
  const queue = new MediaRequestQueue(
    Object.create(pool, { query: { value: query } }),
    () => undefined,
  );
  queue.add({
    ...{ userId: BigInt(user.userId), videoId: BigInt(clip) },
    ...{ path: '/media/whole.mp4', day: '2026-03-01' },
  });
  await expect(queue.save()).rejects.toThrow('away');
  isAway = false;
  await queue.end();
  expect(await rows()).toEqual([row()]);
});

test('the first clip of a page has an address without a signature, even if the app’s cookie has a signed address', async () => {
  const { text } = await get('/', { cookie: `src=${encodeURIComponent(small)}; data=full` });
  expect(text).toMatch(/<video id="first-clip"[^>]* src="\/media\/small\.mp4"/);
});
