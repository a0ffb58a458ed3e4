import { expect, test } from 'vitest';
import { selectPlayback } from '../../machines/video/video.selectors.ts';
import { played, playing, ready, start, watched } from './feed.stage.ts';
import { answer, extraViews, page, refused, spentPage, video } from './samples.ts';

test('the clip that came with the page plays before the list is there', () => {
  const { elements } = start({ firstClip: video(4) });
  expect([...elements.playing]).toEqual([0]);
});

test('the list is asked for once the clip that came with the page plays', () => {
  const { list, elements } = start({ firstClip: video(4) });
  elements.report(0, ready);
  expect(list.inputs()).toEqual([]);
  elements.report(0, playing);
  expect(list.inputs()).toEqual([{ knownIds: [4], isMember: true, isAwaited: false }]);
});

test('a clip that does not play delays the list by no more than 3 s', () => {
  const { list, elements, time } = start({ firstClip: video(4) });
  elements.report(0, { type: 'media.failed' });
  time.increment(2_999);
  expect(list.inputs()).toEqual([]);
  time.increment(1);
  expect(list.inputs()).toHaveLength(1);
});

test('without a clip in the page the list is asked for at once', () => {
  expect(start().list.inputs()).toEqual([{ knownIds: [], isMember: true, isAwaited: false }]);
});

test('a kept list that is shown since the answer is slow gives way to the answer', async () => {
  const { feed, list, time } = start({ firstClip: video(1) });
  feed.send({ type: 'clip.playing' });
  await list.answer(page(1, { isComplete: false, failure: { kind: 'timeout' } }));
  time.increment(4_999);
  expect(list.inputs()).toHaveLength(1);
  time.increment(1);
  expect(list.inputs()[1]).toMatchObject({ isAwaited: true });
  await list.fail({ kind: 'timeout' });
  time.increment(5_000);
  await list.answer(page(5));
  expect(feed.getSnapshot()).toMatchObject({
    value: { list: 'watching' },
    context: { isOutdated: false, failure: null },
  });
});

test('nobody looks: a slow connection is left alone until somebody does', async () => {
  const { feed, list, time } = start();
  await list.answer(page(1, { failure: { kind: 'timeout' } }));
  feed.send({ type: 'visibility.changed', isVisible: false });
  time.increment(60_000);
  expect(list.inputs()).toHaveLength(1);
  feed.send({ type: 'visibility.changed', isVisible: true });
  expect(list.inputs()).toHaveLength(2);
});

test('the next clip is fetched only when the first can be played through', async () => {
  const { list, elements } = start();
  await list.answer(page(5));
  expect([...elements.running.keys()]).toEqual([0]);
  elements.report(0, ready);
  expect([...elements.running.keys()]).toEqual([0, 1]);
});

test('a first clip that is ready before the list is there has the next one fetched with the list', async () => {
  const { list, elements } = start({ firstClip: video(4) });
  elements.report(0, ready);
  elements.report(0, playing);
  expect([...elements.running.keys()]).toEqual([0]);
  await list.answer(page(5));
  expect([...elements.running.keys()]).toEqual([0, 1]);
});

test('three clips at most have an element, and the far one is let go', async () => {
  const { list, elements, swipeTo } = start();
  await list.answer(page(6));
  for (let index = 0; index < 4; index += 1) {
    elements.report(index, ready);
    swipeTo(index + 1);
    elements.report(index + 1, ready);
    expect(elements.running.size).toBeLessThanOrEqual(3);
  }
  expect([...elements.running.keys()].sort()).toEqual([3, 4, 5]);
});

test('two clips never sound at once, not even while the finger drags', async () => {
  const { feed, list, elements, swipeTo } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  feed.send({ type: 'sound.pressed', isOn: true });
  expect([...elements.sounding]).toEqual([0]);
  feed.send({ type: 'swipe.began', index: 1 });
  expect([[...elements.playing], [...elements.sounding]]).toEqual([[0, 1], [0]]);
  swipeTo(1);
  expect([[...elements.playing], [...elements.sounding]]).toEqual([[1], [1]]);
});

test('a drag that returns stops what it had started', async () => {
  const { feed, list, elements } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  feed.send({ type: 'swipe.began', index: 1 });
  feed.send({ type: 'swipe.returned', index: 1 });
  expect([...elements.playing]).toEqual([0]);
});

test('a hidden feed plays nothing, and goes on as it was', async () => {
  const { feed, list, elements } = start();
  await list.answer(page(4));
  elements.report(0, playing);
  feed.send({ type: 'visibility.changed', isVisible: false });
  expect([...elements.playing]).toEqual([]);
  feed.send({ type: 'visibility.changed', isVisible: true });
  expect([...elements.playing]).toEqual([0]);
});

test('a paused clip stays paused when the feed comes back', async () => {
  const { feed, list, elements, clipAt } = start();
  await list.answer(page(4));
  elements.report(0, playing);
  clipAt(0).send({ type: 'pause.pressed' });
  feed.send({ type: 'visibility.changed', isVisible: false });
  feed.send({ type: 'visibility.changed', isVisible: true });
  expect([...elements.playing]).toEqual([]);
  expect(selectPlayback(clipAt(0).getSnapshot())).toBe('paused');
});

test('a clip already paid for, though it came with the page, earns nothing', async () => {
  const { list, claims, elements, claimState } = start({ firstClip: video(9) });
  elements.report(0, playing);
  await list.answer(page(3));
  elements.report(0, watched);
  expect(claimState(0)).toBe('alreadyRewarded');
  expect(claims).toEqual([]);
});

test('a linked clip that was watched today stays first, and earns nothing, of any list', async () => {
  const { feed, list, elements, claimState } = start({ firstClip: video(9) });
  elements.report(0, playing);
  const watchedToday = { video: video(9), isOpen: false };
  const { clips } = page(3);
  await list.answer({ ...page(3), clips: [watchedToday, ...clips], isComplete: false });
  elements.report(0, watched);
  expect(claimState(0)).toBe('alreadyRewarded');
  expect(feed.getSnapshot().context.clips.map(({ video }) => video.id)).toEqual([9, 1, 2, 3]);
});

test('a reward shows only what the server gave, and counts the day down', async () => {
  const { list, claims, pay, elements, claimAt, remaining } = start();
  await list.answer(page(3));
  elements.report(0, playing);
  elements.report(0, played(4_999));
  expect(claims).toEqual([]);
  elements.report(0, played(1));
  expect(claims).toEqual([{ id: 'n-0-1-1', call: 'record', itemId: 1 }]);
  expect(claimAt(0).hasTag('celebrating')).toBe(false);
  pay(answer);
  expect(claimAt(0).hasTag('celebrating')).toBe(true);
  expect(claimAt(0).context.answer).toEqual(answer);
  expect(remaining()).toBe(4);
});

test('the limit is said once, and the next clip does not even ask', async () => {
  const { earning, earningState, list, claims, refuse, elements, swipeTo } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  refuse(refused('daily_limit_reached'));
  expect(earningState()).toBe('reached');
  earning.send({ type: 'limit.dismissed' });
  swipeTo(1);
  elements.report(1, playing);
  elements.report(1, watched);
  expect(claims).toHaveLength(1);
  expect(earningState()).toBe('dismissed');
});

test('an answer that brings nothing new is the end, and is not asked for again', async () => {
  const { list, feed } = start();
  await list.answer(page(2, { isComplete: false }));
  await list.answer(page(2, { isComplete: false }));
  expect(list.inputs().map(({ knownIds }) => knownIds)).toEqual([[], [1, 2]]);
  expect(feed.getSnapshot().context.isComplete).toBe(true);
});

test('the button goes one clip on, and not beyond the end', async () => {
  const { feed, list, scrolled, swipeTo } = start();
  await list.answer(page(1));
  feed.send({ type: 'next.pressed' });
  swipeTo(1);
  feed.send({ type: 'next.pressed' });
  expect(scrolled).toEqual([1, 1]);
});

test('at the limit a share brings more views, and the clip on the stage can earn again', async () => {
  const { earning, earningState, list, views, elements, claimState, remaining } = start();
  await list.answer(spentPage(4));
  elements.report(0, playing);
  expect(claimState(0)).toBe('closed');
  expect(earningState()).toBe('reached');
  earning.send({ type: 'share.counted' });
  await views.answer(extraViews);
  expect(earningState()).toBe('open');
  expect(remaining()).toBe(5);
  expect(claimState(0)).toBe('open');
});

test('when a day’s shares are used up, it is said, and nothing is asked again', async () => {
  const { earning, earningState, list, views } = start();
  await list.answer(spentPage(4));
  earning.send({ type: 'share.counted' });
  await views.fail(refused('no_extra_left'));
  expect(earningState()).toBe('spent');
  earning.send({ type: 'limit.dismissed' });
  earning.send({ type: 'share.counted' });
  expect(views.inputs()).toHaveLength(1);
});

test('a visitor’s clips play and earn nothing, and no limit is said', async () => {
  const { list, elements, claims, claimState, earningState, heard } = start({ isMember: false });
  await list.answer(page(3, { count: null }));
  elements.report(0, playing);
  elements.report(0, watched);
  expect([claimState(0), earningState(), claims]).toEqual(['closed', undefined, []]);
  expect(heard).toContainEqual({
    ...{ type: 'feed.listLoaded', count: null, isPaused: false, isAnew: false },
  });
});

test('that a clip plays, and that it leaves the network to others, is known to the root', async () => {
  const { elements, heard } = start({ firstClip: video(4) });
  elements.report(0, ready);
  elements.report(0, playing);
  const { title, poster } = video(4);
  expect(heard).toEqual([
    { type: 'feed.clipReady' },
    { type: 'feed.clipPlaying' },
    { type: 'feed.advanced', videoId: 4, src: null },
    { type: 'feed.clipsAhead', clips: [{ url: video(4).url, poster }] },
    { type: 'clip.began', clip: { title, poster }, isCounting: true },
  ]);
});
