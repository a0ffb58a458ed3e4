import { expect, test } from 'vitest';
import { onAd, played } from './ads.stage.ts';
import { playing, ready, start, watched } from './feed.stage.ts';
import { ad, answer, offline, page, refused, rules } from './samples.ts';

/** A member who has earned with all of two clips, and may earn with no more today. */
async function startAtEnd() {
  const feed = start();
  const { actor, list, claim, elements } = feed;
  await list.answer(page(2));
  elements.report(0, ready);
  for (const index of [0, 1]) {
    if (index > 0) actor.send({ type: 'swipe.settled', index });
    elements.report(index, playing);
    elements.report(index, watched);
    await claim.answer({ ...answer, remaining_today: 1 - index });
  }
  return feed;
}

test('midnight: the list is asked for anew, the limit opens, the clip that plays earns again', async () => {
  const { actor, list, claim, elements, stateOf } = await startAtEnd();
  actor.send({ type: 'limit.dismissed' });
  expect(actor.getSnapshot().value).toMatchObject({ list: 'exhausted', limit: 'dismissed' });
  actor.send({ type: 'day.began' });
  expect(actor.getSnapshot().value).toMatchObject({ list: 'loading' });
  await list.answer(page(2));
  expect(actor.getSnapshot().value).toMatchObject({ list: 'watching', limit: 'open' });
  expect(actor.getSnapshot().context.remainingToday).toBe(10);

  // it plays on, and its time counts from now
  expect([...elements.playing]).toEqual([1]);
  elements.report(1, { type: 'media.progressed', playedMs: 4_999 });
  expect(stateOf(1)?.matches({ reward: 'counting' })).toBe(true);
  elements.report(1, { type: 'media.progressed', playedMs: 1 });
  expect(claim.inputs().map(({ claimId }) => claimId)).toEqual(['n-0-1-1', 'n-1-2-1', 'n-1-2-2']);
  await claim.answer({ ...answer, remaining_today: 9 });
  expect(stateOf(1)?.hasTag('celebrating')).toBe(true);
  actor.send({ type: 'swipe.settled', index: 0 });
  expect(stateOf(0)?.matches({ reward: 'counting' })).toBe(true);
});

test('at the end of a day’s last shares the next day opens the limit too', async () => {
  const { actor, list, views, elements, stateOf } = start();
  await list.answer(page(4, { remainingToday: 0 }));
  elements.report(0, playing);
  actor.send({ type: 'share.counted' });
  await views.fail(refused('no_extra_left'));
  actor.send({ type: 'limit.dismissed' });
  expect(actor.getSnapshot().matches({ limit: 'finished' })).toBe(true);
  actor.send({ type: 'day.began' });
  await list.answer(page(4));
  expect(actor.getSnapshot().matches({ limit: 'open' })).toBe(true);
  expect(stateOf(0)?.matches({ reward: 'counting' })).toBe(true);
});

test('a share after midnight: "limit not reached" is no failure, the list tells what is left', async () => {
  const { actor, list, views } = start();
  const told: string[] = [];
  actor.on('*', ({ type }) => told.push(type));
  await list.answer(page(4, { remainingToday: 0 }));
  actor.send({ type: 'share.counted' });
  await views.fail(refused('limit_not_reached'));
  expect(actor.getSnapshot().value).toMatchObject({ list: 'loading', limit: 'dismissed' });
  await list.answer(page(4));
  expect(actor.getSnapshot().value).toMatchObject({ list: 'watching', limit: 'open' });
  expect(told).toEqual([]);
});

test('a limit that was raised opens, and leaves alone what is paid today', async () => {
  const { actor, list, elements, claim, stateOf } = start();
  await list.answer(page(3, { remainingToday: 1 }));
  elements.report(0, ready);
  elements.report(0, playing);
  elements.report(0, watched);
  await claim.answer({ ...answer, remaining_today: 0 });
  actor.send({ type: 'limit.changed' });
  const { clips } = page(3);
  await list.answer(page(3, { clips: clips.slice(1), remainingToday: 5, dailyLimit: 6 }));
  expect(actor.getSnapshot().matches({ limit: 'open' })).toBe(true);
  expect(stateOf(0)?.matches({ reward: 'rewarded' })).toBe(true);
  expect(stateOf(1)?.matches({ reward: 'counting' })).toBe(true);
});

test('"Look for new videos" follows the answer for the clips that are there', async () => {
  const { actor, list, stateOf } = await startAtEnd();
  actor.send({ type: 'swipe.settled', index: 2 });
  actor.send({ type: 'retry.pressed' });
  await list.answer(page(2));
  expect(actor.getSnapshot().context.clips.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  expect(stateOf(1)?.matches({ reward: 'counting' })).toBe(true);
});

test('without an answer the day is asked for again when somebody looks', async () => {
  const { actor, list } = await startAtEnd();
  actor.send({ type: 'day.began' });
  await list.fail(offline);
  expect(actor.getSnapshot().matches({ list: 'failed' })).toBe(true);
  actor.send({ type: 'presence.changed', isPresent: false });
  actor.send({ type: 'presence.changed', isPresent: true });
  await list.answer(page(2));
  expect(actor.getSnapshot().value).toMatchObject({ list: 'watching', limit: 'open' });
});

test('what an answer that is not whole does not name stays as it was', async () => {
  const { actor, list } = await startAtEnd();
  actor.send({ type: 'day.began' });
  await list.answer(page(3, { clips: page(3).clips.slice(1), isComplete: false }));
  expect(actor.getSnapshot().context.clips.map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
});

test('a claim refused for the limit is made under a new name once there are extra views', async () => {
  const { actor, list, claim, views, elements } = start();
  await list.answer(page(4, { remainingToday: 1 }));
  elements.report(0, playing);
  elements.report(0, watched);
  await claim.fail(refused('daily_limit_reached'));
  actor.send({ type: 'share.counted' });
  await views.answer({
    extra_views: 5,
    remaining_today: 5,
    limit_today: 25,
    extra_shares_left: 2,
  });
  expect(claim.inputs().map(({ claimId }) => claimId)).toEqual(['n-0-1-1', 'n-0-1-2']);
});

test('midnight: advertisements are asked for anew, and the one on the stage pays again', async () => {
  const { actor, ads, adAt, click, watch, players, watchState } = await onAd();
  adAt(2).send({ type: 'learnMore.pressed' });
  await click.answer({ reward: '0.0200', balance: '1.0200' });
  players.report(2, played(5_000));
  await watch.fail(refused('daily_limit_reached'));
  actor.send({ type: 'day.began' });
  expect(actor.getSnapshot().context.adLimits).toEqual([]);
  await ads.answer({ rules: rules(1), ads: [ad(1), ad(2)], isComplete: true });
  expect(adAt(2).getSnapshot().matches({ click: 'offered' })).toBe(true);
  expect(adAt(2).getSnapshot().context.answer).toBeNull();
  adAt(2).send({ type: 'learnMore.pressed' });
  expect(click.inputs().map(({ claimId }) => claimId)).toEqual(['n-click-2-1-1', 'n-click-2-1-2']);
  expect(watchState(2)).toMatchObject({ reward: 'claiming' });
});
