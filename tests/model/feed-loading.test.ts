import { expect, test } from 'vitest';
import type { ClipLoading } from '../../machines/clip-loading.machine.ts';
import { selectVideoById } from '../../machines/feed/video-by-id.selectors.ts';
import { selectPlayback } from '../../machines/video/video.selectors.ts';
import { ready, start } from './feed.stage.ts';
import { page, video } from './samples.ts';

const load = (loading: ClipLoading) => ({ type: 'loading.changed', loading }) as const;

test('data saving stops the clip that was prepared ahead, which then waits for a tap', async () => {
  const { feed, list, elements, clipAt, swipeTo } = start();
  await list.answer(page(5));
  elements.report(0, ready);
  const prepared = clipAt(1);
  feed.send(load('tapped'));
  expect(prepared.getSnapshot().status).toBe('stopped');
  expect([...elements.running.keys()]).toEqual([0, 1]);
  const waiting = clipAt(1);
  feed.send(load('tapped'));
  expect(clipAt(1)).toBe(waiting);
  swipeTo(1);
  expect(selectPlayback(clipAt(1).getSnapshot())).toBe('tapToPlay');
  expect(elements.playing.has(1)).toBe(false);
});

test('only the clip on the stage is loaded until the screen around it is loaded', async () => {
  const { feed, list, elements, heard } = start();
  feed.send(load('current'));
  await list.answer(page(5));
  elements.report(0, ready);
  const named = () => heard.filter(({ type }) => type === 'feed.clipsAhead').at(-1)?.clips;
  expect([[...elements.running.keys()], named()]).toEqual([[0], [expect.anything()]]);
  feed.send({ type: 'screen.loaded' });
  expect([[...elements.running.keys()], named()?.length]).toEqual([[0, 1], 4]);
});

test.each([
  ['ahead', 4],
  ['tapped', 2],
  ['current', 1],
] as const)('in the loading mode %s the files of %d clips are named', async (loading, count) => {
  const { feed, list, heard, swipeTo } = start();
  await list.answer(page(9));
  feed.send(load(loading));
  swipeTo(1);
  const named = heard.filter(({ type }) => type === 'feed.clipsAhead').at(-1);
  expect(named?.clips).toHaveLength(count);
});

test('the clip that came with the page gets the reason for its place from the list', async () => {
  const { list, feed } = start();
  const [first, ...others] = page(3).clips;
  const seen = { ...video(1), reason: 'again', seen_on: '2026-01-02' };
  await list.answer(page(0, { clips: [{ ...first, video: seen, isOpen: true }, ...others] }));
  const { clips } = feed.getSnapshot().context;
  expect(clips.map(({ video }) => [video.id, video.reason])).toEqual([
    [1, 'again'],
    [2, undefined],
    [3, undefined],
  ]);
  expect(selectVideoById(1)(feed.getSnapshot())?.seen_on).toBe('2026-01-02');
  expect(selectVideoById(9)(feed.getSnapshot())).toBeUndefined();
});

test('a clip that was taken down leaves the feed, and a replaced clip gets its new file', async () => {
  const { list, feed } = start();
  const { clips: first } = page(5);
  // the URL of a clip names the member whose list contains the clip
  const signed = first.map((clip) => ({
    ...clip,
    video: { ...clip.video, url: `${clip.video.url}?m=${clip.video.id}.1.2026-03-01.x` },
  }));
  await list.answer(page(0, { clips: signed, isComplete: false }));
  const url = '/media/clips/new.mp4';
  const takenDown = [4, 5].map((id) => video(id).url);
  const fresh = [...page(3).clips, { video: { ...video(5), url }, isOpen: true }];
  feed.send({ type: 'limit.changed' });
  await list.answer(page(0, { clips: fresh, takenDown }));
  const { clips, slots } = feed.getSnapshot().context;
  expect(clips.map(({ video }) => video.id)).toEqual([1, 2, 3, 5]);
  expect(clips.at(-1)?.video.url).toBe(url);
  expect(slots).toHaveLength(4);
});
