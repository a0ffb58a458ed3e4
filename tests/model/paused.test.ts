import { expect, test } from 'vitest';
import { selectRefusal } from '../../machines/claim.selectors.ts';
import { selectProspect } from '../../machines/feed/feed.selectors.ts';
import { playing, ready, start, startWith, watched } from './feed.stage.ts';
import { ad, page } from './samples.ts';

test('rewards that are paused are not earned, by clips and advertisements, until they are paid', async () => {
  const all = await startWith(1, [ad(1)], page(3, { arePaused: true }));
  const { feed, list, claims, elements, claimState, swipeTo } = all;
  elements.report(0, playing);
  elements.report(0, watched);
  expect([claimState(0), selectProspect(feed.getSnapshot())]).toEqual(['rewardsPaused', 'paused']);
  swipeTo(1);
  swipeTo(2);
  elements.report(2, playing);
  elements.report(2, watched);
  all.adAt(2).send({ type: 'learnMore.pressed' });
  expect(claimState(2)).toBe('rewardsPaused');
  expect(claims).toEqual([]);
  // whoever comes back asks again
  feed.send({ type: 'presence.changed', isPresent: false });
  expect(list.inputs()).toHaveLength(1);
  feed.send({ type: 'presence.changed', isPresent: true });
  await list.answer(page(3));
  swipeTo(3);
  elements.report(3, playing);
  elements.report(3, watched);
  expect(claims).toHaveLength(1);
});

test('one claim that meets the pause is kept, and stops the counting of all', async () => {
  const { feed, list, claims, pause, elements, claimState, claimAt, swipeTo } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  pause();
  expect([claimState(0), claimState(1)]).toEqual(['kept', 'rewardsPaused']);
  expect(selectRefusal(claimAt(0))).toBeNull();
  swipeTo(1);
  elements.report(1, playing);
  elements.report(1, watched);
  expect(claims).toHaveLength(1);
  // paid again: the list says so, and what was watched meanwhile counts; what is kept is no second claim
  feed.send({ type: 'presence.changed', isPresent: false });
  feed.send({ type: 'presence.changed', isPresent: true });
  await list.answer(page(4));
  expect(claimState(1)).toBe('sending');
  expect(claims.map(({ itemId }) => itemId).sort()).toEqual([1, 2]);
});
