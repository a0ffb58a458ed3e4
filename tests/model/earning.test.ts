import { expect, test } from 'vitest';
import { timedOut } from '../../machines/failure.ts';
import { playing, start, watched } from './feed.stage.ts';
import { extraViews, offline, refused, spentPage, video } from './samples.ts';

/** A member at the daily limit, and the events that the limit has sent since. */
async function startAtLimit(extraSharesLeft = 3) {
  const all = start();
  await all.list.answer(spentPage(4, extraSharesLeft));
  all.elements.report(0, playing);
  all.heard.length = 0;
  return all;
}

test('no views are requested when no share can add any', async () => {
  const { earning, earningState, views } = await startAtLimit(0);
  expect(earningState()).toBe('spent');
  earning.send({ type: 'limit.dismissed' });
  earning.send({ type: 'share.counted' });
  expect([earningState(), views.inputs()]).toEqual(['finished', []]);
});

test('extra views raise the shown count, and after the last share the limit is final', async () => {
  const { earning, earningState, views } = await startAtLimit(1);
  earning.send({ type: 'share.counted' });
  await views.answer({ ...extraViews, extra_shares_left: 0 });
  expect(earning.getSnapshot().context.count).toEqual({
    remaining: 5,
    dailyLimit: 25,
    extraSharesLeft: 0,
  });
  expect(earningState()).toBe('open');
  earning.send({ type: 'count.changed', remaining: 0 });
  expect(earningState()).toBe('spent');
});

test('the dialog can be closed during the request for views, and the views are added', async () => {
  const { earning, earningState, heard, views } = await startAtLimit();
  earning.send({ type: 'share.counted' });
  earning.send({ type: 'limit.dismissed' });
  expect(earningState()).toEqual({ addingViews: 'unseen' });
  await views.answer(extraViews);
  expect(views.inputs()).toHaveLength(1);
  expect([earningState(), heard]).toEqual(['open', [{ type: 'limit.viewsAdded', views: 5 }]]);
});

test.each([
  [offline, 'dismissed'],
  [refused('no_extra_left'), 'finished'],
])('a failure is reported, and the closed dialog stays closed: %o', async (failure, expected) => {
  const { earning, earningState, heard, views } = await startAtLimit();
  earning.send({ type: 'share.counted' });
  earning.send({ type: 'limit.dismissed' });
  await views.fail(failure);
  expect([earningState(), heard]).toEqual([expected, [{ type: 'limit.viewsRefused', failure }]]);
});

test('a timeout of the request for views leaves the dialog as it was: closed, or open', async () => {
  for (const [isLeft, expected] of [
    [true, 'dismissed'],
    [false, 'reached'],
  ]) {
    const { earning, earningState, views } = await startAtLimit();
    earning.send({ type: 'share.counted' });
    if (isLeft) earning.send({ type: 'limit.dismissed' });
    expect(earningState()).toEqual({ addingViews: isLeft ? 'unseen' : 'seen' });
    await views.fail(timedOut);
    expect(earningState()).toBe(expected);
  }
});

test('a share after the dialog was closed does not open it again', async () => {
  const { earning, earningState, views } = await startAtLimit();
  earning.send({ type: 'limit.dismissed' });
  earning.send({ type: 'share.counted' });
  expect(earningState()).toEqual({ addingViews: 'unseen' });
  await views.answer(extraViews);
  expect(earningState()).toBe('open');
});

test('an answer without views leaves the limit reached', async () => {
  const { earning, earningState, views } = await startAtLimit();
  earning.send({ type: 'share.counted' });
  await views.answer({ ...extraViews, remaining_today: 0 });
  expect(earningState()).toBe('reached');
});

test('a list with a reached limit closes a clip that was watched before the list arrived', async () => {
  const { list, elements, claims, claimState } = start({ firstClip: video(1) });
  elements.report(0, playing);
  elements.report(0, watched);
  await list.answer(spentPage(4));
  expect([claimState(0), claims]).toEqual(['closed', []]);
});
