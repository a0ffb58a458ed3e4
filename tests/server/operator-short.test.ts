import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { withPath } from './ffmpeg.fake.ts';
import { CLIPS, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();
beforeEach(async () => {
  await domain.pool.query('truncate video, ad restart identity cascade');
  await run(['config', 'set', 'video.watch_seconds', '11']);
  await run(['config', 'set', 'ad.watch_seconds', '11']);
});

// 12 and 10 seconds
const [KOI, RAIN] = ['koi.mp4', 'rain.mp4'].map((name) => join(CLIPS, name)) as [string, string];
const typed = (...words: string[]) => withPath('', () => run(words));
const short = (kind: string) =>
  `the film lasts 10.0 s, but people have to watch it for 11 s (${kind}.watch_seconds), so nobody is paid for it; to change that: \`${kind}s edit ID --watch-seconds 10\``;

test('a clip shorter than the general watch time is added with a warning that nobody is paid for it', async () => {
  const { status, out } = await typed('videos', 'add', KOI, RAIN);
  const [, koi = '', rain = ''] = out.split('\n');
  expect([status, koi.includes('nobody is paid')]).toEqual([0, false]);
  expect(rain).toContain(`no renditions: ffmpeg is not installed; ${short('video')}`);
  const edited = await typed('videos', 'edit', '2', '--title', 'Rain');
  expect(edited.out.split('\n').at(-1)).toBe(`note: ${short('video')}`);
  expect((await json('videos', 'edit', '2', '--title', 'Wet')).answer.note).toBe(short('video'));
  expect((await typed('videos', 'edit', '2', '--watch-seconds', '10')).out).not.toContain('paid');
});

test('a clip whose own watch time is short enough has no warning', async () => {
  const { out } = await typed('videos', 'add', RAIN, '--watch-seconds', '10');
  expect(out).not.toContain('nobody is paid');
});

test('a replaced clip, an imported folder and an advertisement have the same warning', async () => {
  await typed('videos', 'add', KOI);
  const replaced = await typed('videos', 'replace', '1', RAIN);
  expect(replaced.out).toContain(short('video'));
  await domain.pool.query('truncate video restart identity cascade');
  expect((await typed('videos', 'import', CLIPS)).out).toContain(short('video'));
  const sea = ['--title', 'Sea', '--target-url', 'https://sea.example/'];
  expect((await typed('ads', 'add', RAIN, ...sea)).out).toContain(short('ad'));
});
