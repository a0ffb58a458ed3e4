import { expect, test } from 'vitest';
import type { ClaimAnswer } from '../../machines/outbox.machine.ts';
import { onAd, played, playing, ready, start, startWith } from './ads.stage.ts';
import { ad, offline, page, refused, rules } from './samples.ts';

const paid: ClaimAnswer = { reward: '0.0200', balance: '1.0200' };

test('advertisements are asked for only when the first clip leaves the line to them', async () => {
  const { list, ads, players } = start();
  await list.answer(page(3));
  expect(ads.inputs()).toHaveLength(0);
  players.report(0, ready);
  expect(ads.inputs()).toHaveLength(1);
});

test.each([
  // the two clips that are on the stage already stay where they are
  [1, ['clip', 'clip', 'ad 1', 'clip', 'ad 2', 'clip', 'ad 1', 'clip', 'ad 2', 'clip']],
  [3, ['clip', 'clip', 'clip', 'ad 1', 'clip', 'clip', 'clip']],
  [0, ['clip', 'clip', 'clip', 'clip', 'clip', 'clip']],
])('after every %i clips comes an advertisement, never as the last', async (every, expected) => {
  const { stage } = await startWith(every, [ad(1), ad(2)]);
  expect(stage()).toEqual(expected);
});

test('clips that come later are laid with advertisements too', async () => {
  const { list, stage, swipeTo } = await startWith(3, [ad(1)], page(3, { isComplete: false }));
  await list.answer(page(7));
  expect(stage()).toEqual(['clip', 'clip', 'clip', 'ad 1', 'clip', 'clip', 'clip', 'ad 1', 'clip']);
  swipeTo(1);
  expect(stage()).toHaveLength(9);
});

test('no answer: the feed goes on without, and asks again when the next clip is ready', async () => {
  const { actor, list, ads, players, swipeTo, stage } = start();
  await list.answer(page(6));
  players.report(0, ready);
  await ads.fail(offline);
  expect(actor.getSnapshot().matches({ ads: 'waiting', list: 'watching' })).toBe(true);
  swipeTo(1);
  players.report(1, ready);
  await ads.answer({ rules: rules(1), ads: [ad(1)], isComplete: true });
  expect(ads.inputs()).toHaveLength(2);
  expect(stage()).toContain('ad 1');
});

test('an answer that never comes blocks nothing', async () => {
  const { actor, list, players, time } = start();
  await list.answer(page(6));
  players.report(0, ready);
  time.increment(15_000);
  expect(actor.getSnapshot().matches({ ads: 'waiting' })).toBe(true);
});

test('the clip after an advertisement is prepared before the swipe', async () => {
  const { players, stage } = await onAd();
  players.report(2, ready);
  expect([...players.running].map(([index, { url }]) => [index, url])).toEqual([
    [1, '/media/clips/2.mp4'],
    [2, '/media/clips/ad-1.mp4'],
    [3, '/media/clips/3.mp4'],
  ]);
  expect(stage()[3]).toBe('clip');
});

test('it may be skipped only after its time has played', async () => {
  const { adAt, players, scrolled } = await onAd();
  players.report(2, played(2_999));
  adAt(2).send({ type: 'skip.pressed' });
  expect(scrolled).toEqual([]);
  players.report(2, played(1));
  adAt(2).send({ type: 'skip.pressed' });
  expect(scrolled).toEqual([3]);
});

test('one that cannot be loaded may be tried again, and skipped at once', async () => {
  const { adAt, players, scrolled, watchState } = await onAd();
  players.report(2, { type: 'media.failed' });
  expect(watchState(2)).toMatchObject({ playback: { live: 'loadFailed' } });
  adAt(2).send({ type: 'skip.pressed' });
  expect(scrolled).toEqual([3]);
  adAt(2).getSnapshot().children.clip?.send({ type: 'retry.pressed' });
  players.report(2, playing);
  expect(watchState(2)).toMatchObject({ playback: { live: 'playing' } });
});

test('following it is paid whether or not it was watched, both once', async () => {
  const { actor, adAt, click, watch, players, stage, watchState } = await onAd();
  adAt(2).send({ type: 'learnMore.pressed' });
  adAt(2).send({ type: 'learnMore.pressed' });
  await click.answer(paid);
  adAt(2).send({ type: 'learnMore.pressed' });
  expect(click.inputs()).toEqual([{ claimId: 'n-click-2-1-1', adId: 1 }]);
  expect(adAt(2).getSnapshot().context.answer).toEqual(paid);
  expect(adAt(2).getSnapshot().hasTag('celebrating')).toBe(true);

  players.report(2, played(4_999));
  expect(watch.inputs()).toEqual([]);
  players.report(2, played(1));
  await watch.answer({ reward: '0.0500', balance: '1.0700' });
  players.report(2, played(9_000));
  expect(watch.inputs()).toEqual([{ claimId: 'n-watch-2-1-1', videoId: 1 }]);
  expect(watchState(2)).toMatchObject({ reward: { rewarded: 'celebrating' } });
  // the day's clips are as many as before, and whoever has done both is shown others
  expect(actor.getSnapshot().context.remainingToday).toBe(10);
  expect(stage().slice(3)).toEqual(['clip', 'ad 2', 'clip', 'ad 2', 'clip', 'ad 2', 'clip']);
});

test('when every advertisement has had its day, none is shown', async () => {
  const { stage } = await startWith(1, [ad(1, { watched_today: true, clicked_today: true })]);
  expect(stage()).toEqual(['clip', 'clip', 'clip', 'clip', 'clip', 'clip']);
});

test('when these have had their day, the others are asked for', async () => {
  const { list, ads, click, players, adAt, swipeTo, stage } = start();
  await list.answer(page(4));
  players.report(0, ready);
  const watched = ad(1, { watched_today: true });
  await ads.answer({ rules: rules(1), ads: [watched], isComplete: false });
  swipeTo(1);
  players.report(1, ready);
  swipeTo(2);
  adAt(2).send({ type: 'learnMore.pressed' });
  await click.answer(paid);
  players.report(2, ready);
  await ads.answer({ rules: rules(1), ads: [ad(2)], isComplete: true });
  expect(ads.inputs()).toHaveLength(2);
  expect(stage()).toEqual(['clip', 'clip', 'ad 1', 'clip', 'ad 2', 'clip']);
});

test('the limit of paid advertisements is said on them, and is not the clips’ limit', async () => {
  const { actor, watch, players, watchState, swipeTo } = await onAd();
  players.report(2, played(5_000));
  await watch.fail(refused('daily_limit_reached'));
  expect(watchState(2)).toMatchObject({ reward: 'limitReached' });
  expect(actor.getSnapshot().matches({ limit: 'open' })).toBe(true);
  swipeTo(3);
  players.report(3, ready);
  swipeTo(4);
  players.report(4, playing);
  players.report(4, played(5_000));
  expect(watch.inputs()).toHaveLength(1);
  expect(watchState(4)).toMatchObject({ reward: 'limitReached' });
});

test('a visitor sees them, follows them, and earns nothing', async () => {
  const { swipeTo, players, adAt, click, watch, watchState } = await startWith(
    1,
    [ad(1)],
    page(4, { isMember: false, remainingToday: 0, dailyLimit: 0 }),
  );
  swipeTo(2);
  players.report(2, playing);
  players.report(2, played(9_000));
  adAt(2).send({ type: 'learnMore.pressed' });
  expect([watchState(2), adAt(2).getSnapshot().value]).toEqual([
    { playback: { live: 'playing' }, sound: 'muted', reward: 'visitor' },
    { skip: 'open', click: 'visitor' },
  ]);
  expect([...watch.inputs(), ...click.inputs()]).toEqual([]);
});

test('a claim that the line does not take is kept, and said to be, until it is paid', async () => {
  const { adAt, click, kept, time } = await onAd();
  adAt(2).send({ type: 'learnMore.pressed' });
  expect(click.inputs()).toHaveLength(1);
  time.increment(15_000);
  expect(adAt(2).getSnapshot().matches({ click: 'queued' })).toBe(true);
  kept.get('n-click-2-1-1')?.({ type: 'claim.paid', answer: paid });
  expect(
    adAt(2)
      .getSnapshot()
      .matches({ click: { rewarded: 'shown' } }),
  ).toBe(true);
  expect(adAt(2).getSnapshot().context.answer).toEqual(paid);
});
