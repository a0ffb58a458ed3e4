import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Source } from '../../contract/shapes.ts';
import { addressesOf } from '../../server/domain/gone-media.ts';
import { openMedia } from '../../server/media/open.ts';
import { startTakedownSync } from '../../server/media/takedown-sync.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { fakeFfmpeg, withPath } from './ffmpeg.fake.ts';
import { expectAnswer } from './http/coverage.ts';
import { getFile, makeApp } from './http/files.ts';
import { startServer, type TestServer } from './http/server.ts';
import { CLIP, CLIPS } from './operator.setup.ts';
import { hasSwift, type Swift, startSwift } from './s3/swift.ts';

/** Runs a test with media on OpenStack Swift; skips it without Debian's packages of Swift. */
const tried = test.skipIf(!hasSwift);
let swift: Swift;
let server: TestServer;

beforeAll(async () => {
  if (!hasSwift) return;
  swift = await startSwift();
  const app = await makeApp(
    '<!doctype html><html lang="en"><head><title>Clipurse</title></head><body><!--first-clip--></body></html>',
  );
  server = await startServer({ appDirectory: app.folder, config: { mediaStore: swift.config } });
  return app.remove;
});
afterAll(async () => {
  await server?.close();
  await swift?.stop();
});

interface Media {
  readonly id: number;
  readonly url: string;
  readonly poster: string;
  readonly preview?: string;
  readonly sources: readonly Source[];
}

/** Runs a command. @returns its status and output */
async function operate(argv: readonly string[], more: object = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const env = { DATABASE_URL: server.domain.url, DATA_DIR: server.dataDir, ...swift.env, ...more };
  const streams = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const status = await runOperator(argv, env, streams);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

const POSTER = ['--poster', join(CLIPS, 'koi.webp')];

/** Runs a command on a machine with ffmpeg. */
async function encode(argv: readonly string[], more: object = {}) {
  const ffmpeg = await fakeFfmpeg();
  try {
    return await withPath(ffmpeg.folder, () => operate(argv, more));
  } finally {
    await ffmpeg.remove();
  }
}
const add = (film = CLIP, more: object = {}) =>
  encode(['videos', 'add', film, ...POSTER, '--json'], more);

/** Returns the store's public URL of a file that the database names. */
const placed = (url: string) => url.replace('/media', swift.config.publicUrl);
const statuses = (addresses: readonly string[]) =>
  Promise.all(addresses.map(async (url) => (await fetch(placed(url))).status));
const here = () => readdir(join(server.dataDir, 'media'));
const rows = async () =>
  (await server.domain.pool.query('select url from video order by video_id')).rows;

let clip: Media;

tried('videos add: all files of a clip are in the store, and none on this disk', async () => {
  const { status, out, err } = await add();
  expect([status, err]).toEqual([0, '']);
  clip = JSON.parse(out);
  expect(clip.url).toMatch(/^\/media\/[0-9a-f]{24}\.mp4$/);
  expect(await statuses(addressesOf(clip))).toEqual([200, 200, 200, 200, 200]);
  expect(await here()).toEqual([]);
});

tried('lists have the store’s addresses, with the member’s signature', async () => {
  const { client } = await server.user();
  const { list } = await expectAnswer(client, 'playable');
  const [{ url, poster, sources = [] }] = list as [(typeof list)[number]];
  expect(url.split('?m=')[0]).toBe(placed(clip.url));
  expect(url).toMatch(/\?m=1\.\d+\.2026-03-01\.[\w-]{22}$/);
  expect(poster).toBe(placed(clip.poster));
  expect(sources.map((source) => source.url.split('?m=')[0])).toEqual(
    clip.sources.map((source) => placed(source.url)),
  );
  // the store ignores the query, and serves ranges
  expect((await fetch(url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
  expect(await expectAnswer(server.visitor(), 'videoList')).toMatchObject({
    list: [{ url: placed(clip.url) }],
  });
});

tried(
  'a page begins with the store’s clip, and its policy allows requests to the store',
  async () => {
    const { text, headers } = await getFile(`${server.url}/?video=${clip.id}`);
    expect(text).toContain(`src="${placed(clip.url)}"`);
    expect(text).toContain(`content="${placed(clip.preview ?? '')}"`);
    const policy = headers['content-security-policy']?.split('; ');
    const origin = swift.config.endpoint;
    expect(policy).toEqual(
      expect.arrayContaining([
        `img-src 'self' blob: data: https: ${origin}`,
        `media-src 'self' blob: data: https: ${origin}`,
        expect.stringMatching(`^connect-src 'self' .*${origin}$`),
      ]),
    );
  },
);

tried('an address of this server redirects to the store', async () => {
  const { status, headers } = await getFile(`${server.url}${clip.url}?m=1.2`);
  expect([status, headers.location]).toEqual([302, `${placed(clip.url)}?m=1.2`]);
  expect((await getFile(`${server.url}/media/clips/koi.mp4`)).status).toBe(200);
  expect((await getFile(`${server.url}/media/notes.txt`)).status).toBe(404);
});

tried(
  'videos disable and enable: the files of the clip are hidden in the store, and shown again',
  async () => {
    const addresses = addressesOf(clip);
    const { out } = await operate(['videos', 'disable', `${clip.id}`]);
    for (const address of addresses) expect(out).toContain(`\n${placed(address)}`);
    expect(await statuses(addresses)).toEqual([404, 404, 404, 404, 404]);
    server.domain.advance(1_000);
    expect((await getFile(server.url + clip.url)).status).toBe(404);
    const { taken_down } = await expectAnswer(server.visitor(), 'videoList');
    expect(taken_down).toEqual(addresses.map(placed).sort());
    expect((await operate(['videos', 'enable', `${clip.id}`])).status).toBe(0);
    expect(await statuses(addresses)).toEqual([200, 200, 200, 200, 200]);
  },
);

tried(
  'videos renditions ID: the file in the store is encoded, and the old renditions are removed',
  async () => {
    const { out } = await encode(['videos', 'renditions', `${clip.id}`, '--json']);
    const [{ sources }] = JSON.parse(out);
    expect(sources).toHaveLength(3);
    const [, ...before] = clip.sources.map(({ url }) => url);
    expect(await statuses(before)).toEqual([404, 404]);
    clip = { ...clip, sources };
    expect(await statuses(addressesOf(clip))).toEqual([200, 200, 200, 200, 200]);
  },
);

tried('videos replace: files that no row names any more are removed from the bucket', async () => {
  const old = addressesOf(clip).filter((url) => url !== clip.poster);
  const film = join(CLIPS, 'rain.mp4');
  expect((await encode(['videos', 'replace', `${clip.id}`, film, ...POSTER])).status).toBe(0);
  expect(await statuses(old)).toEqual([404, 404, 404, 404]);
  const listed = await (await swift.send('GET', '?list-type=2&prefix=hidden/')).text();
  // files that were hidden while the clip was disabled, and have been replaced since
  expect(listed.match(/<Key>hidden/g)).toHaveLength(3);
});

tried(
  'media upload: files on this disk are sent to the store; files that are in neither place are named',
  async () => {
    const disk = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' };
    const onDisk = { ...disk, MEDIA_URL: '', MEDIA_WAIT: '' };
    const added = await add(join(CLIPS, 'aurora.mp4'), onDisk);
    const { id, ...files }: Media = JSON.parse(added.out);
    const own = addressesOf(files).filter((url) => url !== clip.poster);
    const all = (status: number) => own.map(() => status);
    expect(await statuses(own)).toEqual(all(404));
    const { status, err } = await operate(['media', 'upload'], onDisk);
    expect([status, err]).toEqual([
      1,
      'there is no store to send media to: S3_ENDPOINT is not set',
    ]);
    const upload = async () => JSON.parse((await operate(['media', 'upload', '--json'])).out);
    const { there, ...first } = await upload();
    expect(first).toEqual({ sent: own.length, missing: [] });
    expect(await statuses(own)).toEqual(all(200));
    await rm(join(server.dataDir, 'media'), { recursive: true });
    const count = there + own.length;
    expect(await upload()).toEqual({ sent: 0, there: count, missing: [] });
    await swift.send('DELETE', files.url);
    const { status: found, out } = await operate(['media', 'upload']);
    expect([found, out]).toEqual([
      1,
      `0 files sent, ${count - 1} were in the store already\nthese files are neither on this disk nor in the store:\n${files.url}`,
    ]);
    // the clip was disabled after the backup from which the database was restored
    await operate(['videos', 'disable', `${id}`]);
    await server.domain.pool.query(
      'update video set disabled_at = null; delete from gone_media; delete from hidden_media',
    );
    expect(await statuses(own)).toEqual(all(404));
    expect(await upload()).toEqual({ sent: 0, there: count - 1, missing: [files.url] });
    expect(await statuses(own)).toEqual(all(200).with(0, 404));
    await operate(['videos', 'disable', `${id}`]);
  },
);

tried('an unreachable store: nothing is added, and the error names the store', async () => {
  await swift.kill();
  const before = await rows();
  const { status, err } = await add(join(CLIPS, 'ocean.mp4'));
  expect(status).toBe(1);
  expect(err).toMatch(/^the media store clips at http:\S+ does not answer: connect ECONNREFUSED/);
  expect([await rows(), await here()]).toEqual([before, []]);
});

tried('a store that is reachable again within the wait: the clip is added', async () => {
  const back = new Promise((done) => setTimeout(done, 1_500)).then(() => swift.start());
  const { status, out, err } = await add(join(CLIPS, 'ocean.mp4'), { MEDIA_WAIT: '120' });
  await back;
  expect([status, err]).toEqual([0, '']);
  expect(await statuses(addressesOf(JSON.parse(out)))).toEqual([200, 200, 200, 200, 200]);
});

tried(
  'a clip is disabled while the store is unreachable: the server hides its files later',
  async () => {
    const [{ url }] = (await rows()).slice(-1);
    await swift.kill();
    const { status, out } = await operate(['videos', 'disable', '3']);
    expect(status).toBe(0);
    expect(out).toMatch(
      /does not answer: .*\nThe change is made\. The server changes the files in the store/,
    );
    // the command's note on removed exchange rates is printed, too
    await operate(['rates', 'set', 'GBP', '0.8']);
    expect((await operate(['config', 'set', 'product.currency', 'EUR'])).out).toMatch(
      /\nremoved exchange rates: .*\(.*GBP.*\)\n.*does not answer: /s,
    );
    const said: string[] = [];
    const { pool, now } = server.domain;
    const place = { mediaStore: swift.config, dataDir: server.dataDir };
    const media = await openMedia(place, new AbortController().signal);
    const onError = (error: unknown) => said.push((error as Error).name);
    const stop = startTakedownSync(pool, media, { onError, onEnd: () => said.push('works'), now });
    await expect.poll(() => said, { timeout: 60_000 }).toEqual(['MediaError']);
    await swift.start();
    await expect.poll(() => said, { timeout: 60_000 }).toEqual(['MediaError', 'works']);
    await stop();
    expect(await statuses([url])).toEqual([404]);
  },
);
