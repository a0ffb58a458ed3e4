import { expect, test } from 'vitest';
import type { Source } from '../../contract/shapes.ts';
import { playing, ready, start } from './feed.stage.ts';
import { ad, page, rules, video } from './samples.ts';

const file = (url: string, width: number, bytes: number): Source => ({
  url,
  type: 'video/mp4; codecs="avc1.64001f"',
  ...{ width, height: (width * 16) / 9, bytes },
});
/** Media in three sizes: `/1.720`, `/1.540`, `/1.360`. */
const sized = <Media>(media: Media, id: number | string) => ({
  ...media,
  sources: [720, 540, 360].map((width) => file(`/${id}.${width}`, width, width)),
});
const clips = (count: number) => {
  const { clips: plain, ...answer } = page(count);
  return {
    ...answer,
    clips: plain.map(({ video: { id } }) => ({ video: sized(video(id), id), isOpen: true })),
  };
};

const urlAt = ({ elements }: ReturnType<typeof start>, index: number) =>
  elements.running.get(index)?.url;

test('the clip that came with the page keeps its rendition, and the next clips begin with it', async () => {
  const all = start({ firstClip: sized(video(1), 1), rendition: 'small' });
  expect(urlAt(all, 0)).toBe('/1.360');
  all.elements.report(0, { type: 'media.playing' });
  await all.list.answer(clips(5));
  all.elements.report(0, ready);
  expect(urlAt(all, 1)).toBe('/2.360');
});

test('a page that began with another file than the picked one keeps that file', () => {
  const all = start({ firstClip: sized(video(1), 1), firstSrc: '/1.540', rendition: 'small' });
  expect(urlAt(all, 0)).toBe('/1.540');
});

test('feed.advanced names the first clip of the next visit, and its file if one is loaded', async () => {
  const all = start({ rendition: 'medium' });
  await all.list.answer(clips(6));
  const told = () => all.heard.filter(({ type }) => type === 'feed.advanced').at(-1);
  all.elements.report(0, ready);
  all.elements.report(0, playing);
  all.feed.send({ type: 'rendition.picked', rendition: 'small' });
  expect(told()).toEqual({ type: 'feed.advanced', videoId: 1, src: '/1.540' });
  all.feed.send({ type: 'clip.paid', videoId: 1 });
  expect(told()).toEqual({ type: 'feed.advanced', videoId: 2, src: '/2.540' });
  all.feed.send({ type: 'clip.paid', videoId: 2 });
  expect(told()).toEqual({ type: 'feed.advanced', videoId: 3, src: null });
});

test('a newly picked rendition applies only to clips that were not prepared before', async () => {
  const all = start({ rendition: 'medium' });
  await all.list.answer(clips(6));
  all.elements.report(0, ready);
  all.feed.send({ type: 'rendition.picked', rendition: 'large' });
  expect([urlAt(all, 0), urlAt(all, 1)]).toEqual(['/1.540', '/2.540']);
  for (const index of [1, 2, 3]) {
    all.swipeTo(index);
    all.elements.report(index, ready);
  }
  expect([urlAt(all, 2), urlAt(all, 3)]).toEqual(['/3.720', '/4.720']);
  expect(urlAt(all, 0)).toBeUndefined();
  // back at the first clip, in its earlier size, on a new actor
  all.swipeTo(1);
  all.swipeTo(0);
  expect([urlAt(all, 0), urlAt(all, 1)]).toEqual(['/1.540', '/2.540']);
});

test('a clip keeps its file on a new day, and after another answer of the list', async () => {
  const all = start({ rendition: 'small' });
  await all.list.answer(clips(5));
  all.feed.send({ type: 'rendition.picked', rendition: 'large' });
  all.feed.send({ type: 'day.began' });
  await all.list.answer(clips(5));
  all.swipeTo(4);
  all.swipeTo(0);
  expect(urlAt(all, 0)).toBe('/1.360');
});

test('an advertisement plays in the picked rendition too', async () => {
  const all = start({ rendition: 'small' });
  await all.list.answer(clips(6));
  all.elements.report(0, ready);
  await all.adList.answer({ rules: rules(1), ads: [sized(ad(1), 'ad')], isComplete: true });
  all.swipeTo(1);
  all.elements.report(1, ready);
  expect(urlAt(all, 2)).toBe('/ad.360');
});

test('without a picked rendition, or without other files, a clip plays its own file', async () => {
  const unknown = start();
  await unknown.list.answer(clips(2));
  expect(urlAt(unknown, 0)).toBe(video(1).url);
  const single = start({ rendition: 'small' });
  await single.list.answer(page(2));
  expect(urlAt(single, 0)).toBe(video(1).url);
});
