import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import type { Source } from '../../contract/shapes.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { addressesOf } from '../../server/domain/gone-media.ts';
import { createLogger } from '../../server/http/log.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { fakeFfmpeg, withPath } from './ffmpeg.fake.ts';
import { expectAnswer, expectRefusal } from './http/coverage.ts';
import { getFile, IMMUTABLE } from './http/files.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { CLIP, CLIPS } from './operator.setup.ts';

setUpServer();

/** Addresses of the test file's server, and of a second server on its database and files. */
let servers: string[];
beforeAll(async () => {
  const { domain, dataDir } = server;
  const other = await buildApp({
    config: readConfig({ DATA_DIR: dataDir }),
    pool: domain.pool,
    settings: domain.settings,
    metrics: new Registry(),
    log: createLogger('silent'),
    appDirectory: join(dataDir, 'no-app'),
    now: domain.now,
    checksAnswers: true,
  });
  servers = [server.url, await other.listen({ host: '127.0.0.1', port: 0 })];
  return () => other.close();
});

const POSTER = ['--poster', join(CLIPS, 'koi.webp')];

/** Runs a command. @returns its status and output */
async function operate(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const status = await runOperator(
    argv,
    { DATABASE_URL: server.domain.url, DATA_DIR: server.dataDir },
    { out: (text) => out.push(text), err: (text) => err.push(text) },
  );
  return { status, out: out.join('\n'), err: err.join('\n') };
}

async function answer(...argv: string[]) {
  const { out, err } = await operate(...argv, '--json');
  if (err) throw new Error(err);
  return JSON.parse(out);
}

interface Media {
  readonly id: number;
  readonly url: string;
  readonly poster: string;
  readonly preview?: string; // only clips have a preview
  readonly sources: readonly Source[];
}

/** Adds media with smaller copies, with a fake ffmpeg. */
async function add(...argv: string[]): Promise<Media> {
  const ffmpeg = await fakeFfmpeg();
  try {
    return await withPath(ffmpeg.folder, () => answer(...argv));
  } finally {
    await ffmpeg.remove();
  }
}

/** Reads status and caching of each address on each server, after the lifetime of their caches. */
async function statuses(addresses: readonly string[]) {
  server.domain.advance(1_000);
  const got = await Promise.all(
    servers.flatMap((url) => addresses.map((address) => getFile(url + address))),
  );
  return got.map(({ status, headers }) => `${status} ${headers['cache-control']}`);
}

const all = (addresses: readonly string[], said: string) =>
  servers.flatMap(() => addresses.map(() => said));
const THERE = `200 ${IMMUTABLE}`;
const GONE = '404 no-store';

const lastEntry = async () => (await answer('audit', 'list', '--limit', '1')).at(-1);
let clip: Media;

test('videos disable: its addresses are no longer served, lists omit it, and apps are told', async () => {
  clip = await add('videos', 'add', CLIP, '--title', 'Koi', ...POSTER);
  const addresses = addressesOf(clip);
  expect(addresses).toHaveLength(5);
  expect(await statuses(addresses)).toEqual(all(addresses, THERE));
  const { client } = await server.user();
  expect(await expectAnswer(client, 'playable')).not.toHaveProperty('taken_down');

  const { status, out } = await operate('videos', 'disable', String(clip.id));
  expect(status).toBe(0);
  expect(out).toMatch(/enabled: false\n.*these addresses answer 404 within seconds; empty the/s);
  for (const address of addresses) expect(out).toContain(`\n${address}`);
  expect(await statuses(addresses)).toEqual(all(addresses, GONE));
  const odd = [clip.url.replace('/media/', '/media//'), clip.url.replace('.mp4', '%2emp4')];
  for (const said of await statuses(odd)) expect(said).toBe(GONE);
  const told = { list: [], total: 0, taken_down: [...addresses].sort() };
  expect(await expectAnswer(client, 'playable')).toMatchObject(told);
  expect(await expectAnswer(server.visitor(), 'videoList')).toMatchObject(told);
  expect(await lastEntry()).toMatchObject({
    action: 'videos disable',
    what: { words: [String(clip.id)] },
  });
});

test('videos enable: the clip is served again under the same addresses', async () => {
  const back = await answer('videos', 'enable', String(clip.id));
  expect(back).toMatchObject({ enabled: true, gone: [], url: clip.url, sources: clip.sources });
  const addresses = addressesOf(clip);
  expect(await statuses(addresses)).toEqual(all(addresses, THERE));
  const list = await expectAnswer(server.visitor(), 'videoList');
  expect(list).toMatchObject({ list: [{ id: clip.id, url: clip.url, sources: clip.sources }] });
  expect(list).not.toHaveProperty('taken_down');
  expect((await lastEntry()).action).toBe('videos enable');
});

test('a file that another clip or ad shows stays', async () => {
  const sea = join(CLIPS, 'ocean.mp4');
  const target = ['--target-url', 'https://example.com/'];
  const film = await add('videos', 'add', sea, '--title', 'Sea', ...POSTER);
  const ad = await add('ads', 'add', sea, '--title', 'Sea', ...target, ...POSTER);
  expect(ad.url).toBe(film.url);
  const { out } = await operate('videos', 'disable', String(film.id));
  expect(out).toMatch(/\nthese addresses stay, because others show the same file; .*:\n\/media/);
  const { gone, kept } = await answer('videos', 'disable', String(film.id));
  expect(gone).toEqual([film.preview, ...film.sources.slice(1).map(({ url }) => url)]);
  expect(kept).toContainEqual({ url: film.poster, shown_by: `ad ${ad.id}, video ${clip.id}` });
  expect(await statuses([film.url, film.poster])).toEqual(all(['', ''], THERE));
  await answer('ads', 'disable', String(ad.id));
  // the koi clip has the same poster
  expect(await statuses([film.url, film.poster])).toEqual([GONE, THERE, GONE, THERE]);
  expect(await expectAnswer(server.visitor(), 'getAdList')).toMatchObject({ list: [] });
  await answer('ads', 'enable', String(ad.id));
  expect(await statuses([film.url])).toEqual([THERE, THERE]);
  expect((await lastEntry()).action).toBe('ads enable');
  await answer('ads', 'disable', String(ad.id));
});

test('a claim from before the takedown is paid, later claims are refused', async () => {
  const { client } = await server.user();
  await expectAnswer(client, 'playable');
  server.domain.advance(60_000);
  const earned_at = server.domain.now().toISOString();
  // the command uses the database's clock, but this server uses the test's clock
  const takenDown = "update video set disabled_at = $1 where title = 'Koi'";
  await server.domain.pool.query(takenDown, [server.domain.now()]);
  server.domain.advance(60_000);
  const claim = { videos_id: clip.id };
  const late = { ...claim, earned_at: server.domain.now().toISOString() };
  for (const each of [claim, late]) await expectRefusal(client, 'record', each, 'unknown_video');
  const paid = await expectAnswer(client, 'record', { ...claim, earned_at });
  expect(paid).toMatchObject({ reward: '0.0500' });
  await answer('videos', 'enable', String(clip.id));
});

test('videos edit: changes title, author, reward and watch seconds, and logs the values before', async () => {
  const id = String(clip.id);
  const changes = ['--title', 'Carp', '--author', 'Ada', '--reward', '0.3', '--watch-seconds', '9'];
  const { status, out } = await operate('videos', 'edit', id, ...changes, '--as', 'bo');
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringMatching(/title: Carp\nauthor: Ada\n.*watch_seconds: 9\nreward: 0.3000\n/s),
  });
  const { list } = await expectAnswer(server.visitor(), 'videoList');
  expect(list[0]).toMatchObject({
    ...{ title: 'Carp', author: 'Ada', reward: '0.3000', watch_seconds: 9 },
    url: clip.url,
  });
  expect(await lastEntry()).toMatchObject({
    who: 'bo',
    action: 'videos edit',
    what: {
      ...{ words: [id], title: 'Carp', reward: '0.3' },
      before: { title: 'Koi', author: 'Clipurse', reward: 'none', watch_seconds: 'none' },
    },
  });
  const general = await answer('videos', 'edit', id, '--reward', 'none', '--watch-seconds', 'none');
  expect(general).toMatchObject({ title: 'Carp', reward: null, watch_seconds: null });
});

test.each([
  [['videos', 'edit', 'ID'], 2, 'give at least one option that changes something'],
  [['videos', 'edit', 'ID', '--title', ' '], 2, '--title must have 1 to 120 characters'],
  [['videos', 'edit', 'ID', '--watch-seconds', '13'], 1, 'nobody can watch 13 s of a clip of'],
  [['videos', 'edit', '999', '--title', 'T'], 1, 'there is no video 999'],
  [['videos', 'enable', '999'], 1, 'there is no video 999'],
  [['videos', 'replace', '999', CLIP], 1, 'there is no video 999'],
  [['videos', 'replace', 'ID', CLIP], 1, 'this clip is video ID already'],
  [['ads', 'enable', '999'], 1, 'there is no ad 999'],
])('the command %j is refused', async (argv, status, message) => {
  const id = String(clip.id);
  const result = await operate(...argv.map((word) => word.replace('ID', id)));
  expect(result).toMatchObject({
    status,
    err: expect.stringContaining(message.replace('ID', id)),
  });
});

test('videos replace: the clip has other media under new addresses, and the old addresses are gone', async () => {
  const before = addressesOf(clip);
  const rain = join(CLIPS, 'rain.mp4');
  const poster = ['--poster', join(CLIPS, 'rain.webp')];
  const next = await add('videos', 'replace', String(clip.id), rain, ...poster);
  expect(next).toMatchObject({ id: clip.id, title: 'Carp', enabled: true });
  const after = addressesOf(next);
  expect(after.filter((address) => before.includes(address))).toEqual([]);
  expect(await statuses(before)).toEqual(all(before, GONE));
  expect(await statuses(after)).toEqual(all(after, THERE));
  await expect(access(join(server.dataDir, clip.url))).rejects.toThrow('ENOENT');
  expect(await lastEntry()).toMatchObject({
    action: 'videos replace',
    what: { words: [String(clip.id), rain] },
  });
  const { list } = await expectAnswer(server.visitor(), 'videoList');
  expect(list[0]).toMatchObject({ id: clip.id, url: next.url, poster: next.poster });
  // replaced media may be published again
  await answer('videos', 'disable', String(clip.id));
  const again = await add('videos', 'add', CLIP, '--title', 'Koi', ...POSTER);
  expect(again.url).toBe(clip.url);
  expect(await statuses([again.url, again.poster])).toEqual(all(['', ''], THERE));
});

test('ads edit: changes the values of ads add; ads replace: changes the media', async () => {
  const target = ['--target-url', 'https://example.com/'];
  const bay = join(CLIPS, 'aurora.mp4');
  const ad = await add('ads', 'add', bay, '--title', 'Bay', ...target, ...POSTER);
  const id = String(ad.id);
  const words = ['--title', 'Lodge', '--target-url', 'https://lodge.example/', '--cta', 'Book'];
  const rest = ['--countries', 'IN,BR', '--watch-reward', '0.2', '--watch-seconds', '3'];
  const edited = await answer('ads', 'edit', id, ...words, '--advertiser', 'Ada', ...rest);
  expect(edited).toMatchObject({
    ...{ title: 'Lodge', target_url: 'https://lodge.example/', cta: 'Book', advertiser: 'Ada' },
    ...{ countries: ['IN', 'BR'], watch_reward: '0.2000', watch_seconds: 3, url: ad.url },
  });
  expect((await lastEntry()).what.before).toMatchObject({ title: 'Bay', countries: 'none' });
  await answer('ads', 'edit', id, '--countries', 'none');
  const next = await add('ads', 'replace', id, join(CLIPS, 'dahlia.mp4'), ...POSTER);
  expect(await statuses([ad.url, next.url])).toEqual([GONE, THERE, GONE, THERE]);
  const { list } = await expectAnswer(server.visitor(), 'getAdList');
  expect(list).toMatchObject([{ title: 'Lodge', url: next.url }]);
});
