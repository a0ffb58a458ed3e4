import { expect, test } from 'vitest';
import { selectPlayback } from '../../machines/video/video.selectors.ts';
import { played, playing, ready, start, watched } from './feed.stage.ts';
import { answer, extraViews, page, refused, spentPage, video } from './samples.ts';

test('the clip that came with the page plays before the list is loaded', () => {
  const { elements } = start({ firstClip: video(4) });
  expect([...elements.playing]).toEqual([0]);
});

test('the list is loaded once the clip that came with the page plays', () => {
  const { list, elements } = start({ firstClip: video(4) });
  elements.report(0, ready);
  expect(list.inputs()).toEqual([]);
  elements.report(0, playing);
  expect(list.inputs()).toEqual([{ knownIds: [4], isMember: true, isListLoaded: false }]);
});

test('a clip that does not play delays the list by no more than 3 s', () => {
  const { list, elements, time } = start({ firstClip: video(4) });
  elements.report(0, { type: 'media.failed' });
  time.increment(2_999);
  expect(list.inputs()).toEqual([]);
  time.increment(1);
  expect(list.inputs()).toHaveLength(1);
});

test('without a clip in the page the list is loaded at once', () => {
  expect(start().list.inputs()).toEqual([{ knownIds: [], isMember: true, isListLoaded: false }]);
});

test('a cached list that is shown after a timeout is replaced by the answer', async () => {
  const { feed, list, time } = start({ firstClip: video(1) });
  feed.send({ type: 'clip.playing' });
  await list.answer(page(1, { isComplete: false, failure: { kind: 'timeout' } }));
  time.increment(4_999);
  expect(list.inputs()).toHaveLength(1);
  time.increment(1);
  expect(list.inputs()[1]).toMatchObject({ isListLoaded: true });
  await list.fail({ kind: 'timeout' });
  time.increment(5_000);
  await list.answer(page(5));
  expect(feed.getSnapshot()).toMatchObject({
    value: { list: 'watching' },
    context: { isOutdated: false, failure: null },
  });
});

test('a list that timed out is not loaded again while the page is hidden', async () => {
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

test('if the first clip is ready before the list is loaded, the next clip is fetched with the list', async () => {
  const { list, elements } = start({ firstClip: video(4) });
  elements.report(0, ready);
  elements.report(0, playing);
  expect([...elements.running.keys()]).toEqual([0]);
  await list.answer(page(5));
  expect([...elements.running.keys()]).toEqual([0, 1]);
});

test('at most three clips have a player, and the farthest clip loses its player', async () => {
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

test('two clips never play sound at once, not even during a drag', async () => {
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

test('a drag that goes back pauses the clip that it has started', async () => {
  const { feed, list, elements } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  feed.send({ type: 'swipe.began', index: 1 });
  feed.send({ type: 'swipe.returned', index: 1 });
  expect([...elements.playing]).toEqual([0]);
});

test('a hidden feed plays no clip, and plays on when it is visible again', async () => {
  const { feed, list, elements } = start();
  await list.answer(page(4));
  elements.report(0, playing);
  feed.send({ type: 'visibility.changed', isVisible: false });
  expect([...elements.playing]).toEqual([]);
  feed.send({ type: 'visibility.changed', isVisible: true });
  expect([...elements.playing]).toEqual([0]);
});

test('a paused clip stays paused when the feed is visible again', async () => {
  const { feed, list, elements, clipAt } = start();
  await list.answer(page(4));
  elements.report(0, playing);
  clipAt(0).send({ type: 'pause.pressed' });
  feed.send({ type: 'visibility.changed', isVisible: false });
  feed.send({ type: 'visibility.changed', isVisible: true });
  expect([...elements.playing]).toEqual([]);
  expect(selectPlayback(clipAt(0).getSnapshot())).toBe('paused');
});

test('a clip that came with the page and was paid today earns nothing', async () => {
  const { list, claims, elements, claimState } = start({ firstClip: video(9) });
  elements.report(0, playing);
  await list.answer(page(3));
  elements.report(0, watched);
  expect(claimState(0)).toBe('alreadyRewarded');
  expect(claims).toEqual([]);
});

test('a linked clip that was watched today stays first in the list, and earns nothing', async () => {
  const { feed, list, elements, claimState } = start({ firstClip: video(9) });
  elements.report(0, playing);
  const watchedToday = { video: video(9), isOpen: false };
  const { clips } = page(3);
  await list.answer({ ...page(3), clips: [watchedToday, ...clips], isComplete: false });
  elements.report(0, watched);
  expect(claimState(0)).toBe('alreadyRewarded');
  expect(feed.getSnapshot().context.clips.map(({ video }) => video.id)).toEqual([9, 1, 2, 3]);
});

test('a reward is shown only after the server’s answer, and lowers the day’s count', async () => {
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

test('a reached limit opens the dialog once, and the next clip makes no claim', async () => {
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

test('an answer without new clips completes the list, and the list is not loaded again', async () => {
  const { list, feed } = start();
  await list.answer(page(2, { isComplete: false }));
  await list.answer(page(2, { isComplete: false }));
  expect(list.inputs().map(({ knownIds }) => knownIds)).toEqual([[], [1, 2]]);
  expect(feed.getSnapshot().context.isComplete).toBe(true);
});

test('the next button scrolls by one clip, and not beyond the end', async () => {
  const { feed, list, scrolled, swipeTo } = start();
  await list.answer(page(1));
  feed.send({ type: 'next.pressed' });
  swipeTo(1);
  feed.send({ type: 'next.pressed' });
  expect(scrolled).toEqual([1, 1]);
});

test('at the limit a share adds views, and the clip on the stage can earn again', async () => {
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

test('once a day’s shares are used up, the limit is final, and no more views are requested', async () => {
  const { earning, earningState, list, views } = start();
  await list.answer(spentPage(4));
  earning.send({ type: 'share.counted' });
  await views.fail(refused('no_extra_left'));
  expect(earningState()).toBe('spent');
  earning.send({ type: 'limit.dismissed' });
  earning.send({ type: 'share.counted' });
  expect(views.inputs()).toHaveLength(1);
});

test('a visitor’s clips play and earn nothing, and the visitor has no limit', async () => {
  const { list, elements, claims, claimState, earningState, heard } = start({ isMember: false });
  await list.answer(page(3, { count: null }));
  elements.report(0, playing);
  elements.report(0, watched);
  expect([claimState(0), earningState(), claims]).toEqual(['closed', undefined, []]);
  expect(heard).toContainEqual({
    ...{ type: 'feed.listLoaded', count: null, isPaused: false, isRenewed: false },
  });
});

test('the root is told when a clip is ready, and when it plays', async () => {
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
