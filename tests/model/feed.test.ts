import { expect, test } from 'vitest';
import { clipId } from '../../machines/feed.setup.ts';
import { playing, ready, start, watched } from './feed.stage.ts';
import { answer, page, refused, video } from './samples.ts';

test('the clip that came with the page plays before the list is there', () => {
  const { elements } = start(video(4));
  expect([...elements.playing]).toEqual([0]);
});

test('the next clip is fetched only when the first can be played through', async () => {
  const { list, elements } = start();
  await list.answer(page(5));
  expect([...elements.running.keys()]).toEqual([0]);
  elements.report(0, ready);
  expect([...elements.running.keys()]).toEqual([0, 1]);
});

test('a first clip that is ready before the list is there has the next one fetched with the list', async () => {
  const { list, elements } = start(video(4));
  elements.report(0, ready);
  expect([...elements.running.keys()]).toEqual([0]);
  await list.answer(page(5));
  expect([...elements.running.keys()]).toEqual([0, 1]);
});

test('three clips at most have an element, and the far one is let go', async () => {
  const { actor, list, elements } = start();
  await list.answer(page(6));
  for (let index = 0; index < 4; index += 1) {
    elements.report(index, ready);
    actor.send({ type: 'swipe.settled', index: index + 1 });
    elements.report(index + 1, ready);
    expect(elements.running.size).toBeLessThanOrEqual(3);
  }
  expect([...elements.running.keys()].sort()).toEqual([3, 4, 5]);
});

test('two clips never sound at once, not even while the finger drags', async () => {
  const { actor, list, elements } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  actor.send({ type: 'sound.pressed', isOn: true });
  expect([...elements.sounding]).toEqual([0]);
  actor.send({ type: 'swipe.began', index: 1 });
  expect([[...elements.playing], [...elements.sounding]]).toEqual([[0, 1], [0]]);
  actor.send({ type: 'swipe.settled', index: 1 });
  expect([[...elements.playing], [...elements.sounding]]).toEqual([[1], [1]]);
});

test('a drag that returns stops what it had started', async () => {
  const { actor, list, elements } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  actor.send({ type: 'swipe.began', index: 1 });
  actor.send({ type: 'swipe.returned', index: 1 });
  expect([...elements.playing]).toEqual([0]);
});

test('a hidden feed plays nothing, and goes on as it was', async () => {
  const { actor, list, elements } = start();
  await list.answer(page(4));
  elements.report(0, playing);
  actor.send({ type: 'presence.changed', isPresent: false });
  expect([...elements.playing]).toEqual([]);
  actor.send({ type: 'presence.changed', isPresent: true });
  expect([...elements.playing]).toEqual([0]);
});

test('a paused clip stays paused when the feed comes back', async () => {
  const { actor, list, elements, stateOf } = start();
  await list.answer(page(4));
  elements.report(0, playing);
  actor.getSnapshot().children[clipId(0)]?.send({ type: 'pause.pressed' });
  actor.send({ type: 'presence.changed', isPresent: false });
  actor.send({ type: 'presence.changed', isPresent: true });
  expect([...elements.playing]).toEqual([]);
  expect(stateOf(0)?.matches({ playback: { live: 'paused' } })).toBe(true);
});

test('a clip already paid for, though it came with the page, earns nothing', async () => {
  const { list, claim, elements, stateOf } = start(video(9));
  elements.report(0, playing);
  await list.answer(page(3));
  elements.report(0, watched);
  expect(stateOf(0)?.matches({ reward: 'alreadyRewarded' })).toBe(true);
  expect(claim.inputs()).toEqual([]);
});

test('a reward shows only what the server gave, and counts the day down', async () => {
  const { actor, list, claim, elements, stateOf } = start();
  await list.answer(page(3));
  elements.report(0, playing);
  elements.report(0, { type: 'media.progressed', playedMs: 4_999 });
  expect(claim.inputs()).toEqual([]);
  elements.report(0, { type: 'media.progressed', playedMs: 1 });
  expect(claim.inputs()).toEqual([{ claimId: 'n-0-1-1', videoId: 1 }]);
  expect(stateOf(0)?.hasTag('celebrating')).toBe(false);
  await claim.answer(answer);
  expect(stateOf(0)?.hasTag('celebrating')).toBe(true);
  expect(stateOf(0)?.context.answer).toEqual(answer);
  expect(actor.getSnapshot().context.remainingToday).toBe(4);
});

test('the limit is said once, and the next clip does not even ask', async () => {
  const { actor, list, claim, elements } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  await claim.fail(refused('daily_limit_reached'));
  expect(actor.getSnapshot().matches({ limit: 'reached' })).toBe(true);
  actor.send({ type: 'limit.dismissed' });
  actor.send({ type: 'swipe.settled', index: 1 });
  elements.report(1, playing);
  elements.report(1, watched);
  expect(claim.inputs()).toHaveLength(1);
  expect(actor.getSnapshot().matches({ limit: 'dismissed' })).toBe(true);
});

test('an answer that brings nothing new is the end, and is not asked for again', async () => {
  const { list, actor } = start();
  await list.answer(page(2, { isComplete: false }));
  await list.answer(page(2, { isComplete: false }));
  expect(list.inputs()).toEqual([{ knownIds: [] }, { knownIds: [1, 2] }]);
  expect(actor.getSnapshot().context.isComplete).toBe(true);
});

test('the button goes one clip on, and not beyond the end', async () => {
  const { actor, list, scrolled } = start();
  await list.answer(page(1));
  actor.send({ type: 'next.pressed' });
  actor.send({ type: 'swipe.settled', index: 1 });
  actor.send({ type: 'next.pressed' });
  expect(scrolled).toEqual([1, 1]);
});

test('at the limit a share brings more views, and the clip on the stage can earn again', async () => {
  const { actor, list, views, elements, stateOf } = start();
  await list.answer(page(4, { remainingToday: 0 }));
  elements.report(0, playing);
  expect(stateOf(0)?.matches({ reward: 'limitReached' })).toBe(true);
  expect(actor.getSnapshot().matches({ limit: 'reached' })).toBe(true);
  actor.send({ type: 'share.counted' });
  await views.answer({
    extra_views: 5,
    remaining_today: 5,
    limit_today: 25,
    extra_shares_left: 2,
  });
  expect(actor.getSnapshot().matches({ limit: 'open' })).toBe(true);
  expect(actor.getSnapshot().context.remainingToday).toBe(5);
  expect(stateOf(0)?.matches({ reward: 'counting' })).toBe(true);
});

test('when a day’s shares are used up, it is said, and nothing is asked again', async () => {
  const { actor, list, views } = start();
  await list.answer(page(4, { remainingToday: 0 }));
  actor.send({ type: 'share.counted' });
  await views.fail(refused('no_extra_left'));
  expect(actor.getSnapshot().matches({ limit: 'spent' })).toBe(true);
  actor.send({ type: 'limit.dismissed' });
  actor.send({ type: 'share.counted' });
  expect(views.inputs()).toHaveLength(1);
});
