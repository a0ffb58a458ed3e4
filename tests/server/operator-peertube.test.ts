import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withPath } from './ffmpeg.fake.ts';
import { CLIPS, dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

interface Video {
  readonly name: string;
  readonly licence?: { id: number | null; label: string } | null;
  readonly [field: string]: unknown;
}

const BY = { id: 1, label: 'Attribution' };
/** The answers of the fake instance about its videos, by the last digits of their ids. */
let videos: Record<string, Video>;
/** The requested paths. */
let asked: string[];
let [instance, other]: { server: Server; url: string }[] = [];

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const idOf = (key: string) => `00000000-0000-4000-8000-${key.padStart(12, '0')}`;
const fileOf = (name: string, more: object = {}) => ({
  ...{ resolution: { id: 720, label: '720p' }, size: sizes[name] ?? 10_000_000 },
  fileUrl: `${instance?.url}/static/web-videos/${name}`,
  ...more,
});

/** Answers like PeerTube's API, with as many videos on a page as the query requests. */
function answer(path: string, query: URLSearchParams): unknown {
  if (path === '/api/v1/video-channels/koi_channel/videos') {
    const all = Object.entries(videos).map(([key, { name }]) => ({ uuid: idOf(key), name }));
    const start = Number(query.get('start'));
    return { total: all.length, data: all.slice(start, start + Number(query.get('count'))) };
  }
  const [, key] = /^\/api\/v1\/videos\/0{8}-0{4}-4000-8000-0*(\d+)$/.exec(path) ?? [];
  const video = key === undefined ? undefined : videos[key];
  return (
    video && {
      ...{ duration: 10, isLive: false, nsfw: false, language: { id: 'de', label: 'German' } },
      ...{ account: { displayName: 'Ann of the pond' }, files: [], streamingPlaylists: [] },
      url: `https://pond.example/videos/watch/${idOf(key ?? '')}`,
      ...video,
    }
  );
}

/** Sizes of the fake instance's films, in bytes. */
const sizes: Record<string, number> = {};

beforeAll(async () => {
  for (const name of ['koi.mp4', 'rain.mp4']) sizes[name] = (await stat(join(CLIPS, name))).size;
  instance = await listen(
    createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand.in');
      asked.push(pathname);
      if (pathname.startsWith('/static/web-videos/elsewhere')) {
        return response.writeHead(302, { location: `${other?.url}/secret` }).end();
      }
      if (pathname.startsWith('/static/')) {
        return response.end(await readFile(join(CLIPS, pathname.split('/').at(-1) ?? '')));
      }
      const body = answer(pathname, searchParams);
      response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? {}));
    }),
  );
  other = await listen(
    createServer((request, response) => {
      asked.push(`other ${request.url}`);
      response.end('a secret');
    }),
  );
});
afterAll(() => {
  for (const each of [instance, other]) each?.server.close();
});
beforeEach(async () => {
  await domain.pool.query('truncate video restart identity');
  [videos, asked] = [{}, []];
});

const importChannel = async (...words: string[]) => {
  const args = ['videos', 'import', '--from', 'peertube', instance?.url ?? '', '--json'];
  const all = [...args, '--channel', 'koi_channel', ...words];
  const { status, out, err } = await withPath('', () => run(all));
  return { status, err, ...(out === '' ? {} : JSON.parse(out)) };
};
const notesOf = ({ done }: { done?: { word: string; note: string }[] }) =>
  Object.fromEntries((done ?? []).map(({ word, note }) => [word, note]));
const list = async () => (await json('videos', 'list')).answer;

test('the films of a channel become clips, with their authors and licences', async () => {
  videos = {
    1: { name: 'Koi', licence: BY, files: [fileOf('koi.mp4')] },
    2: {
      ...{ name: 'Rain', licence: { id: 7, label: 'Public Domain Dedication' } },
      ...{ language: { id: 'zxx', label: 'No speech' }, url: `https://${'a'.repeat(500)}` },
      streamingPlaylists: [{ files: [fileOf('rain.mp4')] }],
    },
  };
  expect((await importChannel('--reward', '0.3')).status).toBe(0);
  expect(await list()).toMatchObject([
    {
      ...{ title: 'Koi', author: 'Ann of the pond', licence: 'CC BY', language: 'de' },
      ...{ reward: '0.3000', source_address: `https://pond.example/videos/watch/${idOf('1')}` },
      url: expect.stringMatching(/^\/media\//),
    },
    {
      ...{ title: 'Rain', licence: 'CC0', language: null },
      source_address: `${instance?.url}/videos/watch/${idOf('2')}`,
    },
  ]);
  const left = (await readdir(join(dataDir, 'media'))).filter((name) => name.endsWith('.part'));
  expect(left).toEqual([]);
});

test.each([
  ['it has no licence', { licence: null }, 'it names no licence'],
  ['its licence is unknown', { licence: { id: null, label: 'Unknown' } }, 'it names no licence'],
  [
    'its licence forbids commercial use',
    { licence: { id: 4, label: 'Attribution - Non Commercial' } },
    'its licence (Attribution - Non Commercial) allows no commercial use',
  ],
  ['it is too long', { licence: BY, duration: 301 }, 'it is longer than 5 minutes'],
  ['it is a live stream', { licence: BY, isLive: true }, 'it is a live stream'],
  ['it is sensitive', { licence: BY, nsfw: true }, 'its author says that it is sensitive'],
  ['it has no file', { licence: BY, files: [] }, 'it has no file with pictures and sound'],
])('a video is skipped: %s', async (name, more, why) => {
  videos = { 1: { files: [fileOf('koi.mp4')], ...more, name } };
  const answered = await importChannel();
  expect(notesOf(answered)).toEqual({ [name]: `skipped: ${why}` });
  expect(answered.status).toBe(0);
  expect(await list()).toEqual([]);
  expect(asked.some((path) => path.startsWith('/static'))).toBe(false);
});

test('the best file with picture and sound, up to 1 GB, is fetched', async () => {
  const files = [
    fileOf('large.mp4', { resolution: { id: 2160 } }),
    fileOf('silent.mp4', { resolution: { id: 1080 }, hasAudio: false }),
    fileOf('koi.mp4', { resolution: { id: 720 } }),
    fileOf('rain.mp4', { resolution: { id: 360 } }),
  ];
  const sound = fileOf('sound.mp4', { resolution: { id: 0 } });
  videos = {
    1: { name: 'Koi', licence: BY, files },
    2: { name: 'Large', licence: BY, files: [fileOf('large.mp4', { size: 2 ** 31 }), sound] },
    3: { name: 'Sound', licence: BY, files: [sound] },
  };
  expect(notesOf(await importChannel())).toMatchObject({
    Sound: 'skipped: it has no file with pictures and sound',
    Large: 'skipped: its file is larger than 1 GB',
  });
  expect(asked.filter((path) => path.startsWith('/static'))).toEqual([
    '/static/web-videos/koi.mp4',
  ]);
});

test('--dry-run reports author and licence, and fetches no film', async () => {
  videos = { 1: { name: 'Koi', licence: BY, files: [fileOf('koi.mp4')] } };
  expect(notesOf(await importChannel('--dry-run'))).toEqual({
    Koi: 'would be added: Ann of the pond, CC BY',
  });
  expect(asked.some((path) => path.startsWith('/static'))).toBe(false);
  expect(await list()).toEqual([]);
});

test('a second import requests only missing videos, also those that failed before', async () => {
  videos = {
    1: { name: 'Koi', licence: BY, files: [fileOf('koi.mp4')] },
    2: { name: 'Rain', licence: BY, files: [fileOf('rain.mp4', { size: 100 })] },
  };
  const first = await importChannel();
  expect(first.status).toBe(1);
  expect(first.refused).toEqual([
    { word: 'Rain', why: expect.stringMatching(/rain\.mp4 sends more than 100 bytes$/) },
  ]);
  videos = { ...videos, 2: { name: 'Rain', licence: BY, files: [fileOf('rain.mp4')] } };
  asked = [];
  expect(notesOf(await importChannel())).toMatchObject({ Koi: 'is there already' });
  expect(asked).not.toContain(`/api/v1/videos/${idOf('1')}`);
  expect(await list()).toHaveLength(2);
});

test('all pages of a channel are read', async () => {
  const many = Array.from({ length: 130 }, (_, at) => [at + 1, { name: `Clip ${at}` }] as const);
  videos = Object.fromEntries(many.map(([key, video]) => [key, { ...video, licence: null }]));
  const { done } = await importChannel('--dry-run');
  expect(done).toHaveLength(130);
});

test.each([
  ['another server of this machine', () => ({ fileUrl: `${other?.url}/secret` })],
  [
    'a redirect to such a server',
    () => ({ fileUrl: `${instance?.url}/static/web-videos/elsewhere` }),
  ],
  ['this machine’s address', () => ({ fileUrl: 'https://127.0.0.1:1/secret' })],
  ['this machine’s name', () => ({ fileUrl: 'https://localhost:1/secret' })],
  ['this machine’s IPv6 address', () => ({ fileUrl: 'https://[::1]:1/secret' })],
  [
    'a private IPv4 address in IPv6 notation',
    () => ({ fileUrl: 'https://[::ffff:10.0.0.1]/secret' }),
  ],
  ['a cloud’s metadata service', () => ({ fileUrl: 'https://169.254.169.254/latest' })],
  ['a file', () => ({ fileUrl: 'file:///etc/passwd' })],
])('an instance cannot make the server request %s', async (_, more) => {
  videos = { 1: { name: 'Koi', licence: BY, files: [fileOf('koi.mp4', more())] } };
  const { status, refused } = await importChannel();
  expect(status).toBe(1);
  expect(refused[0].why).toMatch(/is no https address|no public address/);
  expect(asked.some((path) => path.startsWith('other'))).toBe(false);
});

test.each([
  [['--from', 'youtube', 'https://pond.example', '--channel', 'c'], 2, '--from must be peertube'],
  [['--from', 'peertube', 'https://pond.example'], 2, '--channel must name a channel'],
  [['--from', 'peertube', 'pond', '--channel', 'c'], 2, 'a PeerTube instance must be an address'],
])('videos import %j is refused', async (words, status, why) => {
  const done = await run(['videos', 'import', ...words]);
  expect(done).toMatchObject({ status, err: expect.stringContaining(why) });
});

test('a missing channel, an empty one, and a server that is not PeerTube are named', async () => {
  const of = (channel: string, url = instance?.url ?? '') =>
    run(['videos', 'import', '--from', 'peertube', url, '--channel', channel]);
  expect((await of('none')).err).toMatch(/video-channels\/none\/videos\S* answers 404$/);
  expect((await of('koi_channel')).err).toContain('the channel koi_channel has no video');
  expect((await of('c', other?.url)).err).toMatch(/^the answer of .* is no JSON$/);
});
