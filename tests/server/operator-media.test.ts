import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasFfmpeg } from '../../server/operator/media/ffmpeg.ts';
import { trustedCertificate } from './certificate.ts';
import { CLIP, CLIPS, dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const RAIN = join(CLIPS, 'rain.mp4');
const PATH = process.env.PATH;
// hides ffmpeg, because encoding takes long; only one test needs it
beforeEach(() => {
  process.env.PATH = '';
});
afterEach(() => {
  process.env.PATH = PATH;
});

const media = () => readdir(join(dataDir, 'media')).catch(() => [] as string[]);

test('videos add: checks, copies and lists a clip; a second copy is refused', async () => {
  const add = ['videos', 'add', CLIP, '--title', 'Koi', '--reward', '0.2', '--watch-seconds', '12'];
  const { answer } = await json(...add, '--poster', join(CLIPS, 'koi.webp'));
  expect(answer).toEqual({
    id: expect.any(Number),
    title: 'Koi',
    author: 'Clipurse',
    url: expect.stringMatching(/^\/media\/[0-9a-f]{24}\.mp4$/),
    poster: expect.stringMatching(/^\/media\/[0-9a-f]{24}\.webp$/),
    preview: null,
    width: 540,
    height: 960,
    duration_ms: 12_000,
    // the whole clip, to the millisecond
    watch_seconds: 12,
    reward: '0.2000',
    enabled: true,
    captions: [],
    texts: {},
    hidden: false,
    pinned: false,
    ...{ licence: null, source_address: null, language: null, countries: null },
    ...{ from: null, until: null, out_of_time: false },
    sources: [],
    note: 'no renditions: ffmpeg is not installed',
  });
  const copied = await readFile(join(dataDir, answer.url));
  expect(copied.equals(await readFile(CLIP))).toBe(true);
  const before = await media();
  expect(await run(add)).toMatchObject({
    status: 1,
    err: `this clip is video ${answer.id} already`,
  });
  expect(await media()).toEqual(before);
  expect((await json('videos', 'disable', String(answer.id))).answer).toMatchObject({
    enabled: false,
  });
  expect((await json('videos', 'list')).answer.at(-1)).toMatchObject({
    id: answer.id,
    enabled: false,
  });
  expect(await run(['videos', 'disable', '9999'])).toMatchObject({
    status: 1,
    err: 'there is no video 9999',
  });
});

test('a relative path starts at the operator’s folder, not at npm’s folder', async () => {
  const add = ['videos', 'add', 'aurora.mp4', '--title', 'Aurora', '--poster', 'aurora.webp'];
  expect(await run(add, { INIT_CWD: CLIPS })).toMatchObject({ status: 0, err: '' });
});

test('a file that cannot become a clip is refused, and leaves no files', async () => {
  const before = await media();
  const garbage = join(dataDir, 'garbage.mp4');
  await writeFile(garbage, 'this is no film');
  const cut = join(dataDir, 'cut.mp4');
  await copyFile(CLIP, cut);
  await truncate(cut, 3_000);
  const cases = [
    [garbage, 'is no whole MP4 file'],
    [cut, 'is no whole MP4 file'],
    [join(dataDir, 'absent.mp4'), 'cannot be read: there is no such file'],
    [dataDir, 'is no file'],
  ] as const;
  for (const [file, message] of cases) {
    const { status, err } = await run(['videos', 'add', file, '--title', 'T']);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining(message) });
  }
  const long = await run(['videos', 'add', RAIN, '--title', 'T', '--watch-seconds', '13']);
  expect(long).toMatchObject({ status: 1, err: 'nobody can watch 13 s of a clip of 10.0 s' });
  expect(await media()).toEqual(before);
});

test('without ffmpeg a clip needs no poster, and an unplayable clip is refused', async () => {
  const half = join(dataDir, 'half.mp4');
  await copyFile(join(CLIPS, 'planet.mp4'), half);
  await truncate(half, 200_000);
  expect(await run(['videos', 'add', half, '--title', 'Half'])).toMatchObject({
    status: 1,
    err: `${half} is cut off`,
  });
  const { answer } = await json('videos', 'add', join(CLIPS, 'planet.mp4'), '--title', 'Rain');
  const poster = await readFile(join(dataDir, answer.poster));
  expect(poster.toString('latin1', 8, 12)).toBe('WEBP');
});

test('without an author the product’s name is stored', async () => {
  await json('config', 'set', 'product.name', 'Shorties');
  const clip = (await json('videos', 'add', join(CLIPS, 'lanterns.mp4'))).answer;
  const target = ['--title', 'Rain', '--target-url', 'https://example.com/'];
  const ad = (await json('ads', 'add', join(CLIPS, 'lanterns.mp4'), ...target)).answer;
  expect([clip.author, ad.advertiser]).toEqual(['Shorties', 'Shorties']);
  await json('config', 'set', 'product.name', 'Clipurse');
});

test.each([
  ['a page.jpg', '<!doctype html><title>Not found</title>', null],
  ['nothing.png', '', null],
  ['a picture.gif', '\x89PNG\r\n\x1a\nIHDR', '.png'],
  ['photo', '\xff\xd8\xff\xe0JFIF', '.jpg'],
])('a poster’s type is decided by its first bytes: %s', async (name, content, extension) => {
  const poster = join(dataDir, name);
  await writeFile(poster, content, 'latin1');
  const before = await media();
  const add = ['videos', 'add', join(CLIPS, 'dahlia.mp4'), '--title', 'T', '--poster', poster];
  const { status, out, err } = await run([...add, '--json']);
  if (extension === null) {
    expect([status, err]).toEqual([1, `${poster} is no poster: no JPEG, PNG or WebP file`]);
    expect(await media()).toEqual(before);
  } else {
    expect(JSON.parse(out).poster).toMatch(new RegExp(`^/media/[0-9a-f]{24}\\${extension}$`));
    await domain.pool.query('delete from video where poster = $1', [JSON.parse(out).poster]);
  }
});

test.runIf(await hasFfmpeg())('with ffmpeg other films become clips, with a poster', async () => {
  process.env.PATH = PATH;
  const film = join(dataDir, 'film.webm');
  await promisify(execFile)('ffmpeg', [
    ...[
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=320x568:r=10:d=1',
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
    ],
    ...['-b:v', '100k', film],
  ]);
  const { answer } = await json('videos', 'add', film, '--title', 'Film');
  expect(answer).toMatchObject({ width: 320, height: 568 });
  expect((await readFile(join(dataDir, answer.poster))).subarray(0, 2)).toEqual(
    Buffer.from([0xff, 0xd8]),
  );
});

test('ads add: stores the terms of an ad and its countries, and the list has them', async () => {
  const { answer } = await json(
    ...['ads', 'add', join(CLIPS, 'ocean.mp4'), '--title', 'Sea', '--target-url'],
    ...['https://example.com/sea', '--countries', 'IN,BR', '--cta', 'Go', '--click-reward', '0.3'],
  );
  expect(answer).toMatchObject({
    title: 'Sea',
    target_url: 'https://example.com/sea',
    cta: 'Go',
    countries: ['IN', 'BR'],
    watch_reward: null,
    click_reward: '0.3000',
    enabled: true,
  });
  expect((await json('ads', 'disable', String(answer.id))).answer).toMatchObject({
    enabled: false,
  });
  expect((await json('ads', 'list')).answer.at(-1)).toMatchObject({ id: answer.id });
});

/** Starts a server of one file that answers, ignores or refuses byte ranges. */
async function serve(
  behaviour: 'ranges' | 'whole' | 'refused',
): Promise<{ server: Server; url: string }> {
  const bytes = await readFile(join(CLIPS, 'dahlia.mp4'));
  const server = createServer(trustedCertificate(), (request, response) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    if (behaviour === 'refused') {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` });
      return response.end();
    }
    if (behaviour === 'whole' || from === undefined) return response.end(bytes);
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const end = Number(from) + part.length - 1;
    response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${bytes.length}` });
    return response.end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, url: `https://127.0.0.1:${address.port}/dahlia.mp4` };
}

test('a clip may be on another server that answers byte ranges', async () => {
  const good = await serve('ranges');
  const poster = 'https://cdn.example/dahlia.webp';
  const add = (url: string) => ['videos', 'add', url, '--title', 'Dahlia', '--poster', poster];
  expect((await json(...add(good.url))).answer).toMatchObject({
    url: good.url,
    poster,
    width: 540,
    height: 960,
  });
  const bad = await serve('whole');
  expect(await run(add(bad.url))).toMatchObject({
    status: 1,
    err: `${bad.url} does not answer byte ranges, which players need`,
  });
  const refused = await serve('refused');
  expect(await run(add(refused.url))).toMatchObject({
    status: 1,
    err: `${refused.url} answers 416`,
  });
  for (const { server } of [good, bad, refused]) server.close();
});

test.each([
  ['http://cdn.example/dahlia.mp4', []],
  ['https://', []],
  [CLIP, ['--poster', 'http://cdn.example/dahlia.webp']],
])('%s %j is refused: browsers do not load it into the app', async (media, poster) => {
  expect(await run(['videos', 'add', media, '--title', 'Dahlia', ...poster])).toMatchObject({
    status: 2,
    err: `${poster[1] ?? media} must be an address that begins with "https:", because the app loads no other address`,
  });
});
