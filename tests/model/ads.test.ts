import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { adMachine } from '../../machines/ad.machine.ts';
import { selectClick } from '../../machines/ad.selectors.ts';
import { type AdPage, adsMachine } from '../../machines/ads.machine.ts';
import { selectClaimState } from '../../machines/claim.selectors.ts';
import { timedOut } from '../../machines/failure.ts';
import type { ClaimAnswer } from '../../machines/outbox/claim.ts';
import { selectPlayback } from '../../machines/video/video.selectors.ts';
import { onAd, played, playing, ready, start, startWith } from './feed.stage.ts';
import { ad, offline, page, refused, rules } from './samples.ts';
import { controlledPromise } from './scenarios.ts';

const clickOf = (each: ReturnType<Awaited<ReturnType<typeof onAd>>['adAt']>) =>
  selectClick(each.getSnapshot()).getSnapshot();

const paid: ClaimAnswer = { reward: '0.0200', balance: '1.0200' };

test('advertisements are loaded only after the first clip is ready', async () => {
  const { list, adList, elements } = start();
  await list.answer(page(3));
  expect(adList.inputs()).toHaveLength(0);
  elements.report(0, ready);
  expect(adList.inputs()).toHaveLength(1);
});

test('a feed without a ready clip loads no advertisements', () => {
  const list = controlledPromise<AdPage, { country: string | null }>();
  const ads = createActor(adsMachine.provide({ actors: { loadAds: list.logic } }), {
    input: { country: null, isFeedOpen: false, readAd: () => adMachine },
  });
  ads.start();
  expect(list.inputs()).toHaveLength(0);
  ads.send({ type: 'clip.ready' });
  expect(list.inputs()).toHaveLength(1);
});

test.each([
  // the two clips that are on the stage already stay there
  [1, ['clip', 'clip', 'ad 1', 'clip', 'ad 2', 'clip', 'ad 1', 'clip', 'ad 2', 'clip']],
  [3, ['clip', 'clip', 'clip', 'ad 1', 'clip', 'clip', 'clip']],
  [0, ['clip', 'clip', 'clip', 'clip', 'clip', 'clip']],
])('an advertisement follows every %i clips, and is never the last', async (every, expected) => {
  const { stage } = await startWith(every, [ad(1), ad(2)]);
  expect(stage()).toEqual(expected);
});

test('clips that are loaded later get advertisements too', async () => {
  const { list, stage, swipeTo } = await startWith(3, [ad(1)], page(3, { isComplete: false }));
  await list.answer(page(7));
  expect(stage()).toEqual(['clip', 'clip', 'clip', 'ad 1', 'clip', 'clip', 'clip', 'ad 1', 'clip']);
  swipeTo(1);
  expect(stage()).toHaveLength(9);
});

test.each([offline, timedOut])(
  'after a failed load (%o) the feed goes on, and the next clip loads advertisements again',
  async (failure) => {
    const { feed, ads, list, adList, elements, swipeTo, stage } = start();
    await list.answer(page(6));
    elements.report(0, ready);
    await adList.fail(failure);
    expect([ads().getSnapshot().value, feed.getSnapshot().value.list]).toEqual([
      'waiting',
      'watching',
    ]);
    swipeTo(1);
    elements.report(1, ready);
    await adList.answer({ rules: rules(1), ads: [ad(1)], isComplete: true });
    expect(adList.inputs()).toHaveLength(2);
    expect(stage()).toContain('ad 1');
  },
);

test('the clip after an advertisement is prepared before the swipe', async () => {
  const { elements, stage } = await onAd();
  elements.report(2, ready);
  expect([...elements.running].map(([index, { url }]) => [index, url])).toEqual([
    [1, '/media/clips/2.mp4'],
    [2, '/media/clips/ad-1.mp4'],
    [3, '/media/clips/3.mp4'],
  ]);
  expect(stage()[3]).toBe('clip');
});

test('an advertisement can be skipped only after its time has played', async () => {
  const { adAt, elements, scrolled } = await onAd();
  elements.report(2, played(2_999));
  adAt(2).send({ type: 'skip.pressed' });
  expect(scrolled).toEqual([]);
  elements.report(2, played(1));
  adAt(2).send({ type: 'skip.pressed' });
  expect(scrolled).toEqual([3]);
});

test('an advertisement that cannot be loaded can be skipped at once, and retried', async () => {
  const { adAt, clipAt, elements, scrolled } = await onAd();
  elements.report(2, { type: 'media.failed' });
  expect(selectPlayback(clipAt(2).getSnapshot())).toBe('loadFailed');
  adAt(2).send({ type: 'skip.pressed' });
  expect(scrolled).toEqual([3]);
  clipAt(2).send({ type: 'retry.pressed' });
  elements.report(2, playing);
  expect(selectPlayback(clipAt(2).getSnapshot())).toBe('playing');
});

test('following an advertisement is paid without watching it, and both are paid once', async () => {
  const { adAt, claims, pay, elements, stage, claimAt, remaining } = await onAd();
  adAt(2).send({ type: 'learnMore.pressed' });
  adAt(2).send({ type: 'learnMore.pressed' });
  pay(paid);
  adAt(2).send({ type: 'learnMore.pressed' });
  const click = { id: 'n-2-click-1-1', call: 'clickAdReward', itemId: 1 };
  expect(claims).toEqual([click]);
  expect(clickOf(adAt(2)).context.answer).toEqual(paid);
  expect(clickOf(adAt(2)).hasTag('celebrating')).toBe(true);

  elements.report(2, played(4_999));
  expect(claims).toHaveLength(1);
  elements.report(2, played(1));
  pay({ reward: '0.0500', balance: '1.0700' });
  elements.report(2, played(9_000));
  expect(claims).toEqual([click, { id: 'n-2-watch-1-1', call: 'watchAdReward', itemId: 1 }]);
  expect(claimAt(2).value).toEqual({ rewarded: 'celebrating' });
  // the number of clips today is unchanged, and advertisements with both rewards claimed are replaced by others
  expect(remaining()).toBe(10);
  expect(stage().slice(3)).toEqual(['clip', 'ad 2', 'clip', 'ad 2', 'clip', 'ad 2', 'clip']);
});

test('an advertisement with both rewards paid today is not shown', async () => {
  const { stage } = await startWith(1, [ad(1, { watched_today: true, clicked_today: true })]);
  expect(stage()).toEqual(['clip', 'clip', 'clip', 'clip', 'clip', 'clip']);
});

test('further advertisements are loaded once the planned ones are paid today', async () => {
  const { list, adList, pay, elements, adAt, swipeTo, stage } = start();
  await list.answer(page(4));
  elements.report(0, ready);
  const watched = ad(1, { watched_today: true });
  await adList.answer({ rules: rules(1), ads: [watched], isComplete: false });
  swipeTo(1);
  elements.report(1, ready);
  swipeTo(2);
  adAt(2).send({ type: 'learnMore.pressed' });
  pay(paid);
  elements.report(2, ready);
  await adList.answer({ rules: rules(1), ads: [ad(2)], isComplete: true });
  expect(adList.inputs()).toHaveLength(2);
  expect(stage()).toEqual(['clip', 'clip', 'ad 1', 'clip', 'ad 2', 'clip']);
});

test('the daily limit of advertisements closes their claims, and not those of clips', async () => {
  const { earningState, claims, refuse, elements, claimState, swipeTo } = await onAd();
  elements.report(2, played(5_000));
  refuse(refused('daily_limit_reached'));
  expect(claimState(2)).toBe('closed');
  expect(earningState()).toBe('open');
  swipeTo(3);
  elements.report(3, ready);
  swipeTo(4);
  elements.report(4, playing);
  elements.report(4, played(5_000));
  expect(claims).toHaveLength(1);
  expect(claimState(4)).toBe('closed');
});

test('a visitor can watch and follow advertisements, and earns nothing', async () => {
  const clips = page(4, { count: null });
  const { swipeTo, elements, adAt, claims, claimState } = await startWith(1, [ad(1)], clips, false);
  swipeTo(2);
  elements.report(2, playing);
  elements.report(2, played(9_000));
  adAt(2).send({ type: 'learnMore.pressed' });
  expect([claimState(2), selectClaimState(clickOf(adAt(2))), adAt(2).getSnapshot().value]).toEqual([
    'closed',
    'closed',
    'skippable',
  ]);
  expect(claims).toEqual([]);
});

test('a claim that cannot be sent is shown as queued until it is paid', async () => {
  const { adAt, claims, pay, time, heard } = await onAd();
  adAt(2).send({ type: 'learnMore.pressed' });
  expect(claims).toHaveLength(1);
  time.increment(15_000);
  expect(clickOf(adAt(2)).value).toBe('queued');
  pay(paid);
  expect(clickOf(adAt(2)).value).toEqual({ rewarded: 'shown' });
  expect(clickOf(adAt(2)).context.answer).toEqual(paid);
  expect(heard).toContainEqual({ type: 'claim.paidLate', answer: paid });
});

test('a refused claim for watching stays refused while the click is paid', async () => {
  const { adAt, pay, refuse, elements, claimState } = await onAd();
  elements.report(2, played(5_000));
  refuse(refused('unknown_ad'));
  adAt(2).send({ type: 'learnMore.pressed' });
  pay(paid);
  expect(claimState(2)).toBe('refused');
});
