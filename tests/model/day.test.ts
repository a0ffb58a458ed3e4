import { expect, test } from 'vitest';
import { selectClick } from '../../machines/ad.selectors.ts';
import { selectClaimState } from '../../machines/claim.selectors.ts';
import { onAd, played, playing, ready, start, watched } from './feed.stage.ts';
import {
  ad,
  answer,
  count,
  extraViews,
  offline,
  page,
  refused,
  rules,
  spentPage,
} from './samples.ts';

/** A member who was paid for both clips, and has reached today's limit. */
async function startAtEnd() {
  const all = start();
  await all.list.answer(page(2));
  all.elements.report(0, ready);
  for (const index of [0, 1]) {
    if (index > 0) all.swipeTo(index);
    all.elements.report(index, playing);
    all.elements.report(index, watched);
    all.pay({ ...answer, remaining_today: 1 - index });
  }
  const states = () => [all.feed.getSnapshot().value.list, all.earningState()];
  return { ...all, states };
}

test('midnight: the list is loaded again, the limit opens, and the playing clip can earn again', async () => {
  const { feed, earning, states, list, pay, elements, claimAt, claimState, ...all } =
    await startAtEnd();
  earning.send({ type: 'limit.dismissed' });
  expect(states()).toEqual(['exhausted', 'dismissed']);
  feed.send({ type: 'day.began' });
  expect(states()).toEqual(['loading', 'dismissed']);
  await list.answer(page(2));
  expect(states()).toEqual(['watching', 'open']);
  expect(all.remaining()).toBe(10);

  // the clip plays on, and its watch time starts from now
  expect([...elements.playing]).toEqual([1]);
  elements.report(1, played(4_999));
  expect(claimState(1)).toBe('open');
  elements.report(1, played(1));
  expect(all.claimIds()).toEqual(['n-0-1-1', 'n-1-2-1', 'n-1-2-2']);
  pay({ ...answer, remaining_today: 9 });
  expect(claimAt(1).hasTag('celebrating')).toBe(true);
  all.swipeTo(0);
  expect(claimState(0)).toBe('open');
});

test('the next day opens the limit also after the day’s last share', async () => {
  const { feed, earning, earningState, list, views, elements, claimState } = start();
  await list.answer(spentPage(4));
  elements.report(0, playing);
  earning.send({ type: 'share.counted' });
  await views.fail(refused('no_extra_left'));
  earning.send({ type: 'limit.dismissed' });
  expect(earningState()).toBe('finished');
  feed.send({ type: 'day.began' });
  await list.answer(page(4));
  expect(earningState()).toBe('open');
  expect(claimState(0)).toBe('open');
});

test('a share after midnight: "limit not reached" is no failure, and the list is loaded', async () => {
  const { feed, earning, earningState, list, views, heard } = start();
  await list.answer(spentPage(4));
  earning.send({ type: 'share.counted' });
  await views.fail(refused('limit_not_reached'));
  expect([feed.getSnapshot().value.list, earningState()]).toEqual(['loading', 'dismissed']);
  await list.answer(page(4));
  expect([feed.getSnapshot().value.list, earningState()]).toEqual(['watching', 'open']);
  expect(heard.map(({ type }) => type)).not.toContain('limit.viewsRefused');
});

test('a raised limit opens the other clips, and clips that were paid today stay paid', async () => {
  const { feed, earningState, list, elements, pay, claimState } = start();
  await list.answer(page(3, { count: { ...count, remaining: 1 } }));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  pay({ ...answer, remaining_today: 0 });
  feed.send({ type: 'limit.changed' });
  const { clips } = page(3);
  const raised = { ...count, remaining: 5, dailyLimit: 6 };
  await list.answer(page(3, { clips: clips.slice(1), count: raised }));
  expect([earningState(), claimState(0), claimState(1)]).toEqual(['open', 'rewarded', 'open']);
});

test('"Look for new videos" updates the known clips from the answer', async () => {
  const { feed, list, claimState, swipeTo } = await startAtEnd();
  swipeTo(2);
  feed.send({ type: 'retry.pressed' });
  await list.answer(page(2));
  expect(feed.getSnapshot().context.clips.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  expect(claimState(1)).toBe('open');
});

test('a failed load at midnight is repeated when the feed becomes visible', async () => {
  const { feed, list, states } = await startAtEnd();
  feed.send({ type: 'day.began' });
  await list.fail(offline);
  expect(states()).toEqual(['retrying', 'reached']);
  feed.send({ type: 'visibility.changed', isVisible: false });
  feed.send({ type: 'visibility.changed', isVisible: true });
  await list.answer(page(2));
  expect(states()).toEqual(['watching', 'open']);
});

test('an incomplete answer leaves the clips that it does not name unchanged', async () => {
  const { feed, list } = await startAtEnd();
  feed.send({ type: 'day.began' });
  await list.answer(page(3, { clips: page(3).clips.slice(1), isComplete: false }));
  expect(feed.getSnapshot().context.clips.map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
});

test('a claim refused for the limit is made again with a new id once views are added', async () => {
  const { earning, list, refuse, views, elements, claimIds } = start();
  await list.answer(page(4, { count: { ...count, remaining: 1 } }));
  elements.report(0, playing);
  elements.report(0, watched);
  refuse(refused('daily_limit_reached'));
  earning.send({ type: 'share.counted' });
  await views.answer(extraViews);
  expect(claimIds()).toEqual(['n-0-1-1', 'n-0-1-2']);
});

test('midnight: advertisements are loaded again, and the one on the stage can earn again', async () => {
  const { ads, adList, adAt, pay, refuse, elements, claimIds, claimState } = await onAd();
  const click = () => selectClick(adAt(2).getSnapshot()).getSnapshot();
  adAt(2).send({ type: 'learnMore.pressed' });
  pay({ reward: '0.0200', balance: '1.0200' });
  elements.report(2, played(5_000));
  refuse(refused('daily_limit_reached'));
  ads().send({ type: 'day.began' });
  expect(ads().getSnapshot().context.spent).toEqual([]);
  await adList.answer({ rules: rules(1), ads: [ad(1), ad(2)], isComplete: true });
  expect(selectClaimState(click())).toBe('open');
  expect(click().context.answer).toBeNull();
  adAt(2).send({ type: 'learnMore.pressed' });
  expect(claimIds()).toEqual([
    'n-2-click-1-1',
    'n-2-watch-1-1',
    // the ad was watched for long enough already, and following it needs another tap
    'n-2-watch-1-2',
    'n-2-click-1-2',
  ]);
  expect(claimState(2)).toBe('sending');
});
