import { expect, test } from 'vitest';
import type { Claim } from '../../machines/outbox/claim.ts';
import {
  selectBlockReason,
  selectWaitingCount,
  selectWaitingSince,
} from '../../machines/outbox/outbox.selectors.ts';
import { failed, here, ofNobody, paid, start, told } from './outbox.scenario.ts';
import { claim, earnedAtMs, offline, refused } from './samples.ts';
import { settled } from './scenarios.ts';

test('persisted claims are sent twenty to a call, and each result is handled by itself', async () => {
  const kept = Array.from({ length: 23 }, (_, at) => claim(`c${at}`, 7));
  const { send, keys, news, ordered, sending } = await start(kept);
  expect(keys().map((each) => each.length)).toEqual([20]);
  const results = kept
    .slice(0, 20)
    .map(({ id }, at) => (at === 3 ? failed(id, refused('already_rewarded')) : paid(id)));
  await send.settle(...results);
  expect(news.map(({ type }) => type)).toEqual(
    results.map((_, at) => (at === 3 ? 'claim.refused' : 'claim.paid')),
  );
  expect(ordered('claim.drop')).toHaveLength(20);
  expect(keys()[1]).toEqual(['c20-1', 'c21-1', 'c22-1']);
  await send.settle(paid('c20'), paid('c21'), paid('c22'));
  expect(sending()).toBe('empty');
});

test('a failed call is repeated with the same keys, after growing delays of at most eight seconds', async () => {
  const { send, time, keys, sending } = await start([claim('a', 7)]);
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 8_000]) {
    const asked = keys().length;
    await send.fail({ kind: 'faulted', status: 503 });
    time.increment(waitMs - 1);
    expect(keys()).toHaveLength(asked);
    time.increment(1);
    await settled();
    expect(keys()).toHaveLength(asked + 1);
  }
  expect(new Set(keys().flat())).toEqual(new Set(['a-1']));
  expect(sending()).toBe('calling');
});

test.each(['send.due', 'send.pressed'] as const)('%s ends the delay', async (type) => {
  const { actor, send, keys } = await start([claim('a', 7)]);
  await send.fail(offline);
  actor.send({ type });
  expect(keys()).toEqual([['a-1'], ['a-1']]);
});

test('a device that goes online repeats a call that hangs on the old connection', async () => {
  const { actor, send, keys, news } = await start([claim('a', 7)]);
  actor.send({ type: 'connectivity.changed', isOnline: true });
  expect(keys()).toEqual([['a-1'], ['a-1']]);
  await send.settle(paid('a'));
  expect(news).toEqual([told(claim('a', 7))]);
});

test('waiting claims are counted, with the time of the oldest and the block reason', async () => {
  const older = { ...claim('a', 7), earnedAtMs: earnedAtMs - 60_000 };
  const { actor, send, news } = await start([claim('b', 7), older, claim('c', 8)]);
  const said = () => {
    const snapshot = actor.getSnapshot();
    return [
      selectWaitingCount(snapshot),
      selectWaitingSince(snapshot),
      selectBlockReason(snapshot),
    ];
  };
  expect(said()).toEqual([0, null, 'unanswered']);
  await send.fail(offline);
  expect(said()).toEqual([2, older.earnedAtMs, 'unanswered']);
  expect(news).toEqual([{ type: 'claims.delayed', claims: [claim('b', 7), older] }]);
  actor.send({ type: 'connectivity.changed', isOnline: false });
  expect(said()).toEqual([2, older.earnedAtMs, 'offline']);
  actor.send({ type: 'connectivity.changed', isOnline: true });
  actor.send({ type: 'send.due' });
  await send.settle(paid('a'), paid('b'));
  expect(said()).toEqual([0, null, 'unanswered']);
  expect(news.filter(({ type }) => type === 'claims.delayed')).toHaveLength(1);
});

test('a claim that is too early is deferred, dated later, and sent with a new key', async () => {
  const { send, ordered, time, keys } = await start([claim('a', 7)]);
  await send.settle(failed('a', refused('too_early', 700)));
  const later = { ...claim('a', 7), attempt: 2, earnedAtMs: earnedAtMs + 700 };
  expect(ordered('claim.change')).toEqual([{ type: 'claim.change', claim: later }]);
  time.increment(699);
  expect(keys()).toEqual([['a-1']]);
  time.increment(1);
  await settled();
  expect(keys()).toEqual([['a-1'], ['a-2']]);
  expect(send.inputs()[1]).toEqual({ claims: [later] });
});

test('a claim that is too early blocks no other claim', async () => {
  const { add, send, keys } = await start([claim('a', 7)]);
  await send.settle(failed('a', refused('too_early', 60_000)));
  add(claim('b', 7));
  expect(keys()).toEqual([['a-1'], ['b-1']]);
});

test('a claim that is too early is refused and dropped after ten attempts', async () => {
  const { send, time, news, keys } = await start([claim('a', 7)]);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await send.settle(failed('a', refused('too_early', 700)));
    time.increment(700);
    await settled();
  }
  expect(keys()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempt) => [`a-${attempt}`]));
  expect(news).toEqual([
    {
      type: 'claim.refused',
      claim: { ...claim('a', 7), attempt: 10, earnedAtMs: earnedAtMs + 9 * 700 },
      failure: refused('too_early', 700),
      ...here,
    },
  ]);
});

const PAUSED_MS = 10 * 60_000;
const pausedAll = (...ids: string[]) => ids.map((id) => failed(id, refused('paused_by_operator')));

test('claims during a pause of rewards stay queued, and are sent later with new keys and their old dates', async () => {
  const { actor, send, time, news, keys, ordered } = await start([claim('a', 7), claim('b', 7)]);
  await send.settle(...pausedAll('a', 'b'));
  const again = ['a', 'b'].map((id) => ({ ...claim(id, 7), attempt: 2 }));
  expect(ordered('claim.change')).toEqual(
    again.map((each) => ({ type: 'claim.change', claim: each })),
  );
  expect(ordered('claim.drop')).toEqual([]);
  expect(news).toEqual(
    ['a', 'b'].map((id) => ({
      type: 'claim.paused',
      claim: claim(id, 7),
      ...ofNobody,
      wasReported: false,
    })),
  );
  expect(selectWaitingCount(actor.getSnapshot())).toBe(2);
  expect(selectBlockReason(actor.getSnapshot())).toBe('paused');
  time.increment(PAUSED_MS - 1);
  expect(keys()).toHaveLength(1);
  time.increment(1);
  await send.settle(paid('a'), ...pausedAll('b'));
  expect(keys()).toEqual([
    ['a-1', 'b-1'],
    ['a-2', 'b-2'],
  ]);
  expect(news.slice(2)).toEqual([
    told(again[0] as Claim),
    { type: 'claim.paused', claim: again[1], ...ofNobody, wasReported: true },
  ]);
});

test('a pause of rewards blocks no other claim, ends at a press, and uses up no attempt of a claim', async () => {
  const { actor, add, send, time, keys, sending } = await start([claim('a', 7)]);
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await send.fail(refused('paused_by_operator'));
    time.increment(PAUSED_MS);
    await settled();
  }
  await send.settle(failed('a', refused('too_early', 700)));
  time.increment(700);
  await settled();
  await send.fail(refused('paused_by_operator'));
  expect([keys().at(-1), sending()]).toEqual([['a-14'], 'empty']);
  add(claim('b', 7));
  await send.settle(paid('b'));
  actor.send({ type: 'send.pressed' });
  expect(keys().slice(-2)).toEqual([['b-1'], ['a-15']]);
});

test('a claim that a window of an earlier version gave up for a pause stays queued here', async () => {
  const { actor, claims, news } = await start([claim('a', 7)]);
  for (const result of pausedAll('a')) actor.send({ type: 'claim.settled', result });
  expect([claims(), news]).toEqual([[claim('a', 7)], []]);
});
