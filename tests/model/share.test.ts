import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup } from 'xstate';
import { dailyShareMachine } from '../../machines/daily-share.machine.ts';
import { shareMachine } from '../../machines/share.machine.ts';
import { refused } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

/** A share on a clock that the test turns. */
function sharing() {
  const copy = scripted<void, unknown>();
  const sheet = scripted<'sent' | 'dismissed', unknown>();
  const time = clock();
  const actor = createActor(
    shareMachine.provide({
      actors: {
        copyLink: copy.logic,
        sendLink: sheet.logic,
        watchVisibility: silent,
      },
    }),
    { clock: time },
  );
  const news: string[] = [];
  const days: string[] = [];
  actor.on('*', (event) => {
    news.push(event.type);
    if (event.type === 'share.succeeded') days.push(event.day);
  });
  actor.start();
  const leaveFor = (awayMs: number) => {
    actor.send({ type: 'page.hidden', atMs: 5_000 });
    time.increment(100);
    actor.send({ type: 'page.shown', atMs: 5_000 + awayMs, day: '2026-01-02' });
    time.increment(100);
  };
  return { actor, copy, sheet, time, news, days, leaveFor };
}

async function copied() {
  const share = sharing();
  share.actor.send({ type: 'share.pressed' });
  share.actor.send({ type: 'copy.pressed' });
  await share.copy.answer(undefined);
  share.news.length = 0;
  return share;
}

test.each([
  [1_999, 'share.failed'],
  [2_000, 'share.succeeded'],
  [60_000, 'share.succeeded'],
  [60_001, 'share.failed'],
])('away for %i ms: %s, once', async (awayMs, outcome) => {
  const { actor, news, leaveFor } = await copied();
  leaveFor(awayMs);
  expect(news).toEqual([outcome]);
  expect(actor.getSnapshot().context).toEqual({ hiddenAtMs: 0, awayMs: 0, day: '' });
});

test('a share belongs to the UTC day of the return', async () => {
  const { actor, time, days } = await copied();
  actor.send({ type: 'page.hidden', atMs: 0 });
  time.increment(100);
  actor.send({ type: 'page.shown', atMs: 3_000, day: '2026-01-03' });
  time.increment(100);
  expect(days).toEqual(['2026-01-03']);
});

test('three quick changes count once', async () => {
  const { actor, time, news } = await copied();
  actor.send({ type: 'page.hidden', atMs: 0 });
  actor.send({ type: 'page.shown', atMs: 30, day: '2026-01-02' });
  actor.send({ type: 'page.hidden', atMs: 60 });
  time.increment(100);
  actor.send({ type: 'page.shown', atMs: 3_000, day: '2026-01-02' });
  time.increment(50);
  actor.send({ type: 'page.hidden', atMs: 3_050 });
  actor.send({ type: 'page.shown', atMs: 3_090, day: '2026-01-02' });
  time.increment(100);
  expect(news).toEqual(['share.succeeded']);
});

test('a page that only flickers was not left', async () => {
  const { actor, time, news } = await copied();
  actor.send({ type: 'page.hidden', atMs: 0 });
  time.increment(99);
  actor.send({ type: 'page.shown', atMs: 99, day: '2026-01-02' });
  time.increment(60_000);
  expect(news).toEqual([]);
});

test('a link that is copied and not used for 60 s: it is over, and leaving later tells nothing', async () => {
  const { actor, time, news, leaveFor } = await copied();
  time.increment(59_999);
  expect(actor.getSnapshot().value).toEqual({ watching: 'present' });
  time.increment(1);
  expect(actor.getSnapshot().value).toBe('choosing');
  leaveFor(1_000);
  leaveFor(5_000);
  expect(news).toEqual([]);
});

test('left in the last moment it still counts', async () => {
  const { time, news, leaveFor } = await copied();
  time.increment(59_999);
  leaveFor(60_000);
  expect(news).toEqual(['share.succeeded']);
});

test('when its screen is left it is over, and leaving the page tells nothing', async () => {
  const { actor, news, leaveFor } = await copied();
  actor.send({ type: 'screen.left' });
  expect(actor.getSnapshot().value).toBe('closed');
  leaveFor(1_000);
  leaveFor(5_000);
  expect(news).toEqual([]);
});

test('a sheet that closed without hiding the page: what is left to do can be said, and counts', async () => {
  const { actor, sheet, news, leaveFor } = sharing();
  actor.send({ type: 'send.pressed' });
  await sheet.answer('sent');
  expect(actor.getSnapshot().value).toEqual({ sent: 'present' });
  leaveFor(2_000);
  expect(news).toEqual(['share.succeeded']);
});

test('a sheet that closes while the page is hidden: the way back decides, once', async () => {
  const { actor, time, sheet, news } = sharing();
  actor.send({ type: 'send.pressed' });
  actor.send({ type: 'page.hidden', atMs: 0 });
  time.increment(100);
  await sheet.answer('sent');
  actor.send({ type: 'page.shown', atMs: 60_000, day: '2026-01-02' });
  time.increment(100);
  expect([news, actor.getSnapshot().value]).toEqual([['share.succeeded'], 'closed']);
});

/** The daily share below a root that keeps what it is notified of. */
function daily(lastDay: string | null) {
  const count = scripted<void, unknown>();
  const stored: (string | null)[] = [];
  const notified: AnyEventObject[] = [];
  const machine = dailyShareMachine.provide({
    actors: { incrementShare: count.logic },
    actions: { storeDay: ({ context }) => stored.push(context.lastDay) },
  });
  const root = createActor(
    setup({ actors: { dailyShare: machine } }).createMachine({
      invoke: { id: 'dailyShare', src: 'dailyShare', input: { lastDay, nonce: 'n' } },
      on: { '*': { actions: ({ event }) => notified.push(event) } },
    }),
    { systemId: 'app' },
  ).start();
  const actor = root.getSnapshot().children.dailyShare as ActorRefFrom<typeof machine>;
  const claims = () => notified.flatMap(({ type, claim }) => (type === 'claim.made' ? claim : []));
  const news = () =>
    notified
      .filter(({ type }) => type !== 'claim.made')
      .map(({ type, isRewarded }) => (isRewarded ? 'with a reward' : type));
  return { actor, count, stored, claims, news };
}

const first = { id: 'n-share-1-1' };

test('the first share of a UTC day is claimed; the day is stored when the server has paid', () => {
  const { actor, claims, stored, news } = daily('2026-01-01');
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect(stored).toEqual([]);
  expect(claims()).toEqual([{ id: 'n-share-1-1', call: 'claimShareReward', itemId: null }]);
  actor.send({ type: 'share.paid', ...first });
  expect(stored).toEqual(['2026-01-02']);
  expect(news()).toEqual(['with a reward']);
});

test('a claim that failed leaves the day open, so that the next share claims again', () => {
  const { actor, claims, stored, news } = daily('2026-01-01');
  actor.send({ type: 'share.made', day: '2026-01-02' });
  actor.send({ type: 'share.refused', failure: refused('paused_by_operator'), ...first });
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect([claims().length, stored, news()]).toEqual([2, [], ['share.creditFailed']]);
});

test('further shares of the day are counted, also when another device had the first', async () => {
  const { actor, claims, count, stored, news } = daily(null);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  actor.send({ type: 'share.refused', failure: refused('already_claimed'), ...first });
  await count.answer(undefined);
  actor.send({ type: 'share.made', day: '2026-01-02' });
  await count.answer(undefined);
  expect([claims().length, count.inputs().length]).toEqual([1, 2]);
  expect(stored).toEqual(['2026-01-02']);
  expect(news()).toEqual(['share.counted', 'share.counted']);
});

test('a claim that waits holds up nothing: the next day’s share is claimed as well, each day once', async () => {
  const { actor, claims, count, stored, news } = daily('2026-01-01');
  for (const day of ['2026-01-02', '2026-01-02', '2026-01-03']) {
    actor.send({ type: 'share.made', day });
  }
  await count.answer(undefined);
  actor.send({ type: 'share.paid', id: 'n-share-2-1' });
  actor.send({ type: 'share.paid', ...first });
  expect(claims().map(({ id }) => id)).toEqual(['n-share-1-1', 'n-share-2-1']);
  expect(stored).toEqual(['2026-01-03', '2026-01-03']);
  expect(news()).toEqual(['share.counted', 'with a reward', 'with a reward']);
});

test('a claim of an earlier page changes no day: the next share asks the server', () => {
  const { actor, claims } = daily(null);
  actor.send({ type: 'share.paid', id: 'o-share-1-1' });
  actor.send({ type: 'share.made', day: '2026-01-02' });
  expect(claims()).toHaveLength(1);
});

test('after copying, the system’s share sheet can still be opened', async () => {
  const { actor } = await copied();
  actor.send({ type: 'send.pressed' });
  expect(actor.getSnapshot().matches('sending')).toBe(true);
});
