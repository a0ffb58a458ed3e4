import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { feedListeners } from '../../src/app/actors/feed-news.ts';
import type { Effects } from '../../src/app/effects.ts';
import { createNewsDesk } from '../../src/app/news.ts';
import { playing, ready, start, watched } from './feed.stage.ts';
import { answer, claim as claimed, offline, page, refused } from './samples.ts';

const LIMIT_MS = 15_000;

/** A clip on the stage whose claim did not come through in time. */
async function startKept() {
  const feed = start();
  await feed.list.answer(page(4));
  feed.elements.report(0, ready);
  feed.elements.report(0, playing);
  feed.elements.report(0, watched);
  feed.time.increment(LIMIT_MS);
  const tell = (event: Parameters<NonNullable<ReturnType<typeof feed.kept.get>>>[0]) =>
    feed.kept.get('n-0-1-1')?.(event);
  return { ...feed, tell };
}

test('what the outbox pays in the end is earned, with the server’s answer, said once elsewhere', async () => {
  const { stateOf, tell, kept } = await startKept();
  expect(stateOf(0)?.matches({ reward: 'queued' })).toBe(true);
  tell({ type: 'claim.paid', answer });
  expect(stateOf(0)?.matches({ reward: { rewarded: 'shown' } })).toBe(true);
  expect(stateOf(0)?.context.answer).toEqual(answer);
  expect([...kept.keys()]).toEqual([]);
});

test.each([
  ['already_rewarded', 'alreadyRewarded'],
  ['daily_limit_reached', 'limitReached'],
  ['unknown_video', 'refused'],
] as const)('a kept claim refused as %s in the end is %s', async (reason, state) => {
  const { stateOf, tell } = await startKept();
  tell({ type: 'claim.refused', failure: refused(reason) });
  expect(stateOf(0)?.matches({ reward: state })).toBe(true);
  if (state === 'refused') expect(stateOf(0)?.context.failure).toEqual(refused(reason));
});

test('a claim that the server cannot take is refused, not kept: the outbox has dropped it', async () => {
  const { list, claim, elements, stateOf } = start();
  await list.answer(page(2));
  elements.report(0, playing);
  elements.report(0, watched);
  await claim.fail({ kind: 'faulted', status: 404 });
  expect(stateOf(0)?.matches({ reward: 'refused' })).toBe(true);
});

test('a clip that left the stage before it was paid is counted all the same', async () => {
  const { actor } = await startKept();
  for (const index of [1, 2, 3]) actor.send({ type: 'swipe.settled', index });
  expect(actor.getSnapshot().context.remainingToday).toBe(10);
  actor.send({ type: 'clip.paid', videoId: 1, answer });
  const { remainingToday, clips } = actor.getSnapshot().context;
  expect(remainingToday).toBe(4);
  expect(clips.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true]);
});

test('the feed hears of the claims that nobody waits for, each in its own words', () => {
  const news = createNewsDesk();
  const awaitedClaims = new Set(['awaited']);
  const heard: unknown[] = [];
  const { watchClaims } = feedListeners({ news, awaitedClaims } as Effects);
  const listener = createMachine({
    invoke: { id: 'watchClaims', src: watchClaims },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  createActor(listener).start();
  const record = claimed('a', 7);
  const watch = { ...record, call: 'watchAdReward' } as const;
  const click = { ...record, call: 'clickAdReward' } as const;
  const limit = refused('daily_limit_reached');
  news.publish({ type: 'claim.paid', claim: claimed('awaited', 7), answer });
  for (const claim of [record, watch, click]) {
    news.publish({ type: 'claim.paid', claim, answer });
    news.publish({ type: 'claim.refused', claim, failure: limit });
    news.publish({ type: 'claim.refused', claim, failure: offline });
  }
  expect(heard).toEqual([
    { type: 'clip.paid', videoId: 3, answer },
    { type: 'clip.limitReached' },
    { type: 'ad.earned', adId: 3, deed: 'watch' },
    { type: 'ad.limitReached', deed: 'watch' },
    { type: 'ad.earned', adId: 3, deed: 'click' },
    { type: 'ad.limitReached', deed: 'click' },
  ]);
});
