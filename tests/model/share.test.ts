import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { dailyShareMachine } from '../../machines/daily-share.machine.ts';
import { shareMachine } from '../../machines/share.machine.ts';
import { offline, refused } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

async function copied() {
  const copy = scripted<void, unknown>();
  const time = clock();
  const actor = createActor(
    shareMachine.provide({
      actors: {
        copyLink: copy.logic,
        sendLink: scripted<'sent' | 'dismissed', unknown>().logic,
        watchVisibility: silent,
      },
    }),
    { clock: time },
  );
  const news: string[] = [];
  actor.on('*', ({ type }) => news.push(type));
  actor.start();
  actor.send({ type: 'share.pressed' });
  actor.send({ type: 'copy.pressed' });
  await copy.answer(undefined);
  news.length = 0;
  return { actor, time, news };
}

test.each([
  [1_999, 'share.failed'],
  [2_000, 'share.succeeded'],
  [60_000, 'share.succeeded'],
  [60_001, 'share.failed'],
])('away for %i ms: %s, once', async (awayMs, outcome) => {
  const { actor, time, news } = await copied();
  actor.send({ type: 'page.hidden', atMs: 5_000 });
  time.increment(100);
  actor.send({ type: 'page.shown', atMs: 5_000 + awayMs });
  time.increment(100);
  expect(news).toEqual([outcome]);
  expect(actor.getSnapshot().context).toEqual({ hiddenAtMs: 0, awayMs: 0 });
});

test('three quick changes count once', async () => {
  const { actor, time, news } = await copied();
  actor.send({ type: 'page.hidden', atMs: 0 });
  actor.send({ type: 'page.shown', atMs: 30 });
  actor.send({ type: 'page.hidden', atMs: 60 });
  time.increment(100);
  actor.send({ type: 'page.shown', atMs: 3_000 });
  time.increment(50);
  actor.send({ type: 'page.hidden', atMs: 3_050 });
  actor.send({ type: 'page.shown', atMs: 3_090 });
  time.increment(100);
  expect(news).toEqual(['share.succeeded']);
});

test('a page that only flickers was not left', async () => {
  const { actor, time, news } = await copied();
  actor.send({ type: 'page.hidden', atMs: 0 });
  time.increment(99);
  actor.send({ type: 'page.shown', atMs: 99 });
  time.increment(60_000);
  expect(news).toEqual([]);
});

function daily(lastDay: string | null) {
  const claim = scripted<{ reward: string; balance: string }, unknown>();
  const count = scripted<void, unknown>();
  const stored: (string | null)[] = [];
  const actor = createActor(
    dailyShareMachine.provide({
      actors: { claimShareReward: claim.logic, incrementShare: count.logic, watchShares: silent },
      actions: { storeDay: ({ context }) => stored.push(context.lastDay) },
    }),
    { input: { lastDay } },
  );
  const news: string[] = [];
  actor.on('*', ({ type }) => news.push(type));
  actor.start();
  return { actor, claim, count, stored, news };
}

test('the first share of a UTC day is claimed; the day is stored when the server has paid', async () => {
  const { actor, claim, stored, news } = daily('2026-01-01');
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect(stored).toEqual([]);
  await claim.answer({ reward: '0.0500', balance: '1.0500' });
  expect(stored).toEqual(['2026-01-02']);
  expect(news).toEqual(['share.rewarded', 'share.counted']);
});

test('a claim that failed leaves the day open, so that the next share claims again', async () => {
  const { actor, claim, stored } = daily('2026-01-01');
  actor.send({ type: 'share.made', day: '2026-01-02' });
  await claim.fail(offline);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect([claim.inputs().length, stored]).toEqual([2, []]);
});

test('further shares of the day are counted, also when another device had the first', async () => {
  const { actor, claim, count, stored, news } = daily(null);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  await claim.fail(refused('already_claimed'));
  await count.answer(undefined);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  await count.answer(undefined);
  expect([claim.inputs().length, count.inputs().length]).toEqual([1, 2]);
  expect(stored).toEqual(['2026-01-02']);
  expect(news).toEqual(['share.counted', 'share.counted']);
});

test('after copying, the system’s share sheet can still be opened', async () => {
  const { actor } = await copied();
  actor.send({ type: 'send.pressed' });
  expect(actor.getSnapshot().matches('sending')).toBe(true);
});
