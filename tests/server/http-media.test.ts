import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { getFile, IMMUTABLE } from './http/files.ts';
import { bodyOf, sendBytes } from './http/raw.ts';
import { server, setUpServerWithApp } from './http/server.setup.ts';

const CLIP = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

const get = (path: string, headers?: Record<string, string>, method?: string) =>
  getFile(server.url + path, headers, method);

setUpServerWithApp();
beforeAll(() => fillMedia(join(server.dataDir, 'media')));

async function fillMedia(media: string): Promise<void> {
  await mkdir(join(media, 'ads/.hidden'), { recursive: true });
  await writeFile(join(media, 'clip.mp4'), CLIP);
  await writeFile(join(media, 'notes.txt'), 'private');
  await writeFile(join(media, '.secret.mp4'), CLIP);
  await writeFile(join(media, 'ads/tea.webm'), CLIP);
  await writeFile(join(media, 'ads/.hidden/tea.webm'), CLIP);
  await writeFile(join(server.dataDir, 'outside.mp4'), CLIP);
}

describe('a media file', () => {
  const ranged = async (range: string) => {
    const { status, headers, body } = await get('/media/clip.mp4', { range });
    return { status, range: headers['content-range'], bytes: body.toString('hex') };
  };

  test('is immutable in caches, and announces ranges', async () => {
    const { status, headers, body } = await get('/media/clip.mp4');
    expect(status).toBe(200);
    expect(body.equals(CLIP)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': IMMUTABLE,
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['bytes=0-99', 'bytes 0-99/1000', 0, 100],
    ['bytes=900-', 'bytes 900-999/1000', 900, 1000],
    ['bytes=-10', 'bytes 990-999/1000', 990, 1000],
    ['bytes=990-2000', 'bytes 990-999/1000', 990, 1000],
    ['bytes=-1000', 'bytes 0-999/1000', 0, 1000],
  ])('%s', async (range, contentRange, start, end) => {
    expect(await ranged(range)).toEqual({
      status: 206,
      range: contentRange,
      bytes: CLIP.subarray(start, end).toString('hex'),
    });
  });

  test.each([['bytes=1000-'], ['bytes=5000-6000'], ['bytes=-0']])('%s is 416', async (range) => {
    const none = { status: 416, range: 'bytes */1000', bytes: '' };
    expect(await ranged(range)).toEqual(none);
  });

  test.each([['bytes=0-1,5-9'], ['lines=1-2']])('%s gets the whole file', async (range) => {
    expect(await ranged(range)).toEqual({
      status: 200,
      range: undefined,
      bytes: CLIP.toString('hex'),
    });
  });

  test('is not sent again to a client that has cached it', async () => {
    const etag = (await get('/media/clip.mp4')).headers.etag ?? '';
    const again = await get('/media/clip.mp4', { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    const changed = await get('/media/clip.mp4', { range: 'bytes=0-9', 'if-range': '"other"' });
    expect(changed.status).toBe(200);
  });

  test('HEAD answers its size', async () => {
    const { status, headers, text } = await get('/media/clip.mp4', {}, 'HEAD');
    expect([status, headers['content-length'], text]).toEqual([200, '1000', '']);
  });

  test('is found in the demo’s own folder', async () => {
    const { status, headers } = await get('/media/clips/lanterns.webp');
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('is found in a subfolder, as an advertisement’s', async () => {
    expect((await get('/media/ads/tea.webm')).status).toBe(200);
  });
});

describe('every other path is unknown', () => {
  test.each([
    '/media/none.mp4',
    '/media/',
    '/media',
    '/media/ads',
    '/media/ads/',
    '/media/notes.txt',
    '/media/.secret.mp4',
    '/media/ads/.hidden/tea.webm',
    '/media/clips/index.json',
    '/media/%2e%2e/outside.mp4',
    '/media/ads/%2e%2e/%2e%2e/outside.mp4',
    '/media/..%2foutside.mp4',
    '/media/..%5coutside.mp4',
    '/media//etc/passwd',
    '/media/clip.mp4%00.webp',
    `/media/${'x'.repeat(300)}.mp4`,
    '/assets/none.js',
    '/assets/app-1a2b.js%00',
    '/assets/',
    '/assets',
    '/assets/..%2findex.html',
    '/assets/%2e%2e%2findex.html',
    '/assets/..%5cindex.html',
    '/assets/.hidden.js',
    '/assets/app-1a2b.js%2f',
    '/none.png',
    '/.inputs',
    '/..%2fpackage.json',
    '/server/main.ts',
    '/index.php',
  ])('%s', async (path) => {
    const { status, text } = await get(path);
    expect([status, JSON.parse(text)]).toEqual([
      404,
      { code: 404, msg: 'There is nothing at this path.', data: null },
    ]);
  });

  test.each(['/media/../outside.mp4', '/../../../../etc/passwd.txt', '/media/./../outside.mp4'])(
    '%s, without normalization',
    async (path) => {
      const answer = await sendBytes(
        server.url,
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect(bodyOf(answer)).toMatchObject({ code: 404 });
    },
  );
});
