import { expect, test } from 'vitest';
import { playing, start } from './feed.stage.ts';
import { offline, page, refused } from './samples.ts';

const added = { extra_views: 5, remaining_today: 5, limit_today: 25, extra_shares_left: 2 };

/** A member at the day's limit, and what the feed tells the others. */
async function startAtLimit(extraSharesLeft = 3) {
  const feed = start();
  const told: unknown[] = [];
  feed.actor.on('*', (news) => told.push(news));
  await feed.list.answer(page(4, { remainingToday: 0, extraSharesLeft }));
  feed.elements.report(0, playing);
  told.length = 0;
  const limit = () => feed.actor.getSnapshot().value.limit;
  return { ...feed, told, limit };
}

test('nobody is promised more for a share when no share brings any', async () => {
  const { actor, limit, views } = await startAtLimit(0);
  expect(limit()).toBe('spent');
  actor.send({ type: 'limit.dismissed' });
  actor.send({ type: 'share.counted' });
  expect([limit(), views.inputs()]).toEqual(['finished', []]);
});

test('extra views raise the count that is shown, and the last share is known to be the last', async () => {
  const { actor, limit, views } = await startAtLimit(1);
  actor.send({ type: 'share.counted' });
  await views.answer({ ...added, extra_shares_left: 0 });
  const { remainingToday, dailyLimit } = actor.getSnapshot().context;
  expect({ remainingToday, dailyLimit, limit: limit() }).toEqual({
    remainingToday: 5,
    dailyLimit: 25,
    limit: 'open',
  });
  actor.send({ type: 'clip.limitReached' });
  expect(limit()).toBe('spent');
});

test('the dialog may be left while the views are asked for, and they come all the same', async () => {
  const { actor, limit, told, views } = await startAtLimit();
  actor.send({ type: 'share.counted' });
  actor.send({ type: 'limit.dismissed' });
  expect(limit()).toEqual({ addingViews: 'unseen' });
  await views.answer(added);
  expect(views.inputs()).toHaveLength(1);
  expect([limit(), told]).toEqual(['open', [{ type: 'feed.extraViews', views: 5 }]]);
});

test.each([
  [offline, 'dismissed'],
  [refused('no_extra_left'), 'finished'],
])('what comes of it is said, and the dialog stays closed: %o', async (failure, expected) => {
  const { actor, limit, told, views } = await startAtLimit();
  actor.send({ type: 'share.counted' });
  actor.send({ type: 'limit.dismissed' });
  await views.fail(failure);
  expect([limit(), told]).toEqual([expected, [{ type: 'feed.noExtraViews', failure }]]);
});

test('an answer that never comes leaves the dialog as it was: closed, or open', async () => {
  for (const [isLeft, expected] of [
    [true, 'dismissed'],
    [false, 'reached'],
  ]) {
    const { actor, limit, time } = await startAtLimit();
    actor.send({ type: 'share.counted' });
    if (isLeft) actor.send({ type: 'limit.dismissed' });
    time.increment(15_000);
    expect(limit()).toBe(expected);
  }
});

test('a share from elsewhere, after the dialog was closed, does not open it again', async () => {
  const { actor, limit, views } = await startAtLimit();
  actor.send({ type: 'limit.dismissed' });
  actor.send({ type: 'share.counted' });
  expect(limit()).toEqual({ addingViews: 'unseen' });
  await views.answer(added);
  expect(limit()).toBe('open');
});
