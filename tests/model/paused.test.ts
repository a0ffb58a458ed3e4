import { expect, test } from 'vitest';
import { selectRefusal } from '../../machines/claim.selectors.ts';
import { selectEarningAtEnd } from '../../machines/feed/feed.selectors.ts';
import { playing, ready, start, startWith, watched } from './feed.stage.ts';
import { ad, answer, page } from './samples.ts';

test('clips and advertisements do not earn paused rewards until rewards are paid again', async () => {
  const all = await startWith(1, [ad(1)], page(3, { isPaused: true }));
  const { feed, list, claims, elements, claimState, swipeTo } = all;
  elements.report(0, playing);
  elements.report(0, watched);
  expect([claimState(0), selectEarningAtEnd('rewardsPaused')(feed.getSnapshot())]).toEqual([
    'closed',
    'rewardsPaused',
  ]);
  swipeTo(1);
  swipeTo(2);
  elements.report(2, playing);
  elements.report(2, watched);
  all.adAt(2).send({ type: 'learnMore.pressed' });
  expect(claimState(2)).toBe('closed');
  expect(claims).toEqual([]);
  // a visible feed loads the list again
  feed.send({ type: 'visibility.changed', isVisible: false });
  expect(list.inputs()).toHaveLength(1);
  feed.send({ type: 'visibility.changed', isVisible: true });
  await list.answer(page(3));
  swipeTo(3);
  elements.report(3, playing);
  elements.report(3, watched);
  // clips that were watched meanwhile and still exist are claimed
  expect(claims.map(({ call }) => call)).toEqual(['watchAdReward', 'record']);
});

test('a claim that meets the pause is queued, and stops the counting of all clips', async () => {
  const { feed, list, claims, pause, elements, claimState, claimAt, swipeTo } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  pause();
  expect([claimState(0), claimState(1)]).toEqual(['queued', 'closed']);
  expect(selectRefusal(claimAt(0))).toBeNull();
  swipeTo(1);
  elements.report(1, playing);
  elements.report(1, watched);
  expect(claims).toHaveLength(1);
  // the list reports that rewards are paid again: clips that were watched meanwhile are claimed, and the
  // queued claim is not made again
  feed.send({ type: 'visibility.changed', isVisible: false });
  feed.send({ type: 'visibility.changed', isVisible: true });
  await list.answer(page(4));
  expect(claimState(1)).toBe('sending');
  expect(claims.map(({ itemId }) => itemId).sort()).toEqual([1, 2]);
});

test('a paid claim ends the pause for all clips, and the list is loaded', async () => {
  const { list, claims, pause, pay, elements, claimState, swipeTo } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  pause();
  swipeTo(1);
  elements.report(1, ready);
  elements.report(1, playing);
  elements.report(1, watched);
  expect(claimState(1)).toBe('closed');
  // the outbox has sent the queued claim again
  pay(answer);
  expect(claims.map(({ itemId }) => itemId)).toEqual([1, 2]);
  expect(list.inputs()).toHaveLength(2);
  // the list decides: the funds may suffice for only one more reward
  await list.answer(page(4, { isPaused: true }));
  expect(claimState(2)).toBe('closed');
});

test('a clip that was paid after a pause is not claimed again when it is shown again', async () => {
  const { list, claims, pause, pay, elements, claimState, swipeTo } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  pause();
  for (const place of [1, 2, 3]) swipeTo(place);
  for (const place of [2, 1, 0]) swipeTo(place);
  elements.report(0, playing);
  elements.report(0, watched);
  expect(claimState(0)).toBe('closed');
  pay(answer);
  expect(claimState(0)).toBe('alreadyRewarded');
  expect(claims).toHaveLength(1);
});

test('an advertisement that entered the stage in a pause earns when the pause is over', async () => {
  const { list, claims, elements, swipeTo, ...all } = await startWith(1, [ad(1)]);
  elements.report(0, playing);
  elements.report(0, watched);
  all.pause();
  swipeTo(1);
  swipeTo(2);
  elements.report(2, playing);
  elements.report(2, watched);
  all.adAt(2).send({ type: 'learnMore.pressed' });
  expect(all.claimState(2)).toBe('closed');
  expect(claims).toHaveLength(1);
  all.pay(answer);
  await list.answer(page(6));
  all.adAt(2).send({ type: 'learnMore.pressed' });
  expect(claims.slice(1).map(({ call }) => call)).toEqual(['watchAdReward', 'clickAdReward']);
});

test('a visible feed checks every ten minutes whether rewards are paid again', async () => {
  const { feed, list, time, claims, elements } = await startWith(
    1,
    [],
    page(3, { isPaused: true }),
  );
  elements.report(0, playing);
  elements.report(0, watched);
  time.increment(599_999);
  expect(list.inputs()).toHaveLength(1);
  time.increment(1);
  await list.answer(page(3, { isPaused: true }));
  expect(list.inputs()).toHaveLength(2);
  // nothing is loaded while the feed is invisible
  time.increment(300_000);
  feed.send({ type: 'visibility.changed', isVisible: false });
  time.increment(1_200_000);
  expect(list.inputs()).toHaveLength(2);
  feed.send({ type: 'visibility.changed', isVisible: true });
  await list.answer(page(3, { isPaused: true }));
  time.increment(600_000);
  await list.answer(page(3));
  expect(claims.map(({ itemId }) => itemId)).toEqual([1]);
  time.increment(1_200_000);
  expect(list.inputs()).toHaveLength(4);
});
