import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { HINTS } from '../../server/http/rendition.ts';
import { getFile, PLAIN } from './http/files.ts';
import { server, setUpServerWithApp, setUpWithoutClips } from './http/server.setup.ts';

const get = (path: string, headers?: Record<string, string>) => getFile(server.url + path, headers);

setUpServerWithApp();
setUpWithoutClips();

const clipOf = (text: string) => /data-video-id="(\d+)"/.exec(text)?.[1] ?? null;
const shown = async (cookie?: string) =>
  clipOf((await get('/', cookie === undefined ? {} : { cookie })).text);

describe('the first clip', () => {
  test('is in the document, ready to play, with its data', async () => {
    const id = await server.domain.video({ title: '</script><b>"Silk" & more' });
    const { text, headers } = await get('/');
    const { data } = (await server.visitor().send('videoList')).envelope;
    const json = /<script type="application\/json" id="first-clip-data">(.*?)<\/script>/.exec(text);
    const video = JSON.parse(json?.[1] ?? '');
    expect(data).toMatchObject({ list: [video], total: 1 });
    expect(text).toContain(
      '<div id="stage"><link rel="preload" as="image" href="/media/poster.jpg" fetchpriority="high">' +
        '<video id="first-clip" muted playsinline loop autoplay preload="auto"' +
        ` poster="/media/poster.jpg" src="${video.url}" data-video-id="${id}"` +
        ' data-rendition="medium" aria-hidden="true"></video>' +
        '<div class="clip-shade"></div><header class="clip-words">' +
        '<h2 class="clamped"><bdi>&lt;/script&gt;&lt;b&gt;&quot;Silk&quot; &amp; more</bdi></h2>' +
        '<p class="clamped"><bdi>An author</bdi></p></header><script type="application/json"',
    );
    expect(headers.vary).toBe(`accept-encoding, cookie, accept-language, sec-fetch-site, ${HINTS}`);
  });

  test('is compressed like the rest of the document', async () => {
    await server.domain.video();
    const { body } = await get('/', { 'accept-encoding': 'br' });
    expect(clipOf(brotliDecompressSync(body).toString())).toBe('1');
  });

  test('is the one that the app’s cookie names, while that clip is enabled', async () => {
    const { domain } = server;
    await domain.video();
    await domain.video();
    expect(await shown('theme=dark; clip=2; x=1')).toBe('2');
    await domain.pool.query('update video set disabled_at = now() where video_id = 2');
    domain.advance(1000);
    expect(await shown('clip=2')).toBe('1');
  });

  test.each([
    'clip=99',
    'clip=',
    'clip=1e9',
    'clip=0002; clip=1',
    'xclip=2',
    'clip=99999999999999999',
  ])('is the feed’s first one with the cookie %s, unless it names a clip', async (cookie) => {
    await server.domain.video();
    await server.domain.video();
    expect(await shown(cookie)).toBe(cookie.startsWith('clip=0002') ? '2' : '1');
  });

  test('is on no other page, and on none while there are no clips', async () => {
    expect((await get('/')).text).toBe(PLAIN);
    await server.domain.video();
    expect((await get('/invite/index', { cookie: 'clip=1' })).text).toBe(PLAIN);
    expect((await get('/index.html')).text).toBe(PLAIN);
  });
});

test('the address’s clip has precedence over the cookie’s', async () => {
  const { domain } = server;
  for (const _ of [1, 2, 3]) await domain.video();
  const linked = async (query: string) =>
    clipOf((await get(`/?${query}`, { cookie: 'clip=2' })).text);
  expect(await linked('video=3&utm=x')).toBe('3');
  expect(await linked('invite_code=BCDEFGHJ&video=3.')).toBe('3');
  await domain.pool.query('update video set disabled_at = now() where video_id = 3');
  domain.advance(1000);
  expect(await linked('video=3')).toBe('2');
  expect(await linked('video=99')).toBe('2');
  expect(await linked('video=0')).toBe('2');
});

describe('the first clip and the database', () => {
  test('is cached: further pages cost no query', async () => {
    const { pool } = server.domain;
    await server.domain.video();
    await shown();
    const query = vi.spyOn(pool, 'query');
    const pages = await Promise.all(Array.from({ length: 20 }, () => shown()));
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect(new Set(pages)).toEqual(new Set(['1']));
  });

  test('is the last known one while the database cannot be reached', async () => {
    await server.domain.video();
    await shown();
    server.domain.advance(1000);
    const query = vi.spyOn(server.domain.pool, 'query').mockImplementation(() => {
      throw new Error('away');
    });
    const id = await shown();
    query.mockRestore();
    expect(id).toBe('1');
  });
});
