import { expect, test } from 'vitest';
import { failed, here, paid, start, told } from './outbox.scenario.ts';
import { adClaim, claim, faulted, refused } from './samples.ts';
import { settled } from './scenarios.ts';

test('a claim that the server failed at is sent again, without the others of its call', async () => {
  const { send, time, keys, news } = await start([claim('a', 7), claim('b', 7)]);
  await send.settle({ id: 'a', failure: faulted }, paid('b'));
  expect(news.map(({ type }) => type)).toEqual(['claim.paid', 'claims.delayed']);
  time.increment(1_000);
  await settled();
  expect(keys()).toEqual([['a-1', 'b-1'], ['a-1']]);
});

test('a call that is refused as a whole is repeated claim by claim, and one claim blocks no other', async () => {
  const malformed = { kind: 'faulted', status: 400 } as const;
  const { send, keys, news, sending } = await start([claim('a', 7), claim('b', 7), claim('c', 7)]);
  await send.fail(malformed);
  await send.settle(paid('a'));
  await send.fail(malformed);
  await send.settle(paid('c'));
  expect(keys()).toEqual([['a-1', 'b-1', 'c-1'], ['a-1'], ['b-1'], ['c-1']]);
  expect(news).toEqual([
    told(claim('a', 7)),
    {
      type: 'claim.refused',
      claim: claim('b', 7),
      failure: malformed,
      ...here,
    },
    told(claim('c', 7)),
  ]);
  expect(sending()).toBe('empty');
});

const unreadable = [
  { kind: 'malformed' } as const,
  // a request that could not be written
  { kind: 'faulted', status: 0 } as const,
];

test.each(unreadable)(
  'a claim whose call is unreadable (%o) blocks no other claim, now or later',
  async (failure) => {
    const { add, send, time, keys, news } = await start([claim('a', 7), claim('b', 7)]);
    await send.fail(failure);
    await send.fail(failure);
    time.increment(1_000);
    await settled();
    await send.settle(paid('b'));
    await send.fail(failure);
    add(claim('c', 7));
    add(claim('d', 7));
    time.increment(8_000);
    await settled();
    expect(keys()).toEqual([['a-1', 'b-1'], ['a-1'], ['b-1'], ['a-1'], ['c-1', 'd-1']]);
    expect(news.filter(({ type }) => type === 'claim.paid')).toEqual([told(claim('b', 7))]);
  },
);

test('a claim that the server failed at is sent after the others', async () => {
  const kept = Array.from({ length: 21 }, (_, at) => claim(`c${at}`, 7));
  const { send, time, keys } = await start(kept);
  await send.settle(...kept.slice(0, 20).map(({ id }) => ({ id, failure: faulted })));
  time.increment(1_000);
  await settled();
  expect(keys()[1]?.slice(0, 2)).toEqual(['c20-1', 'c0-1']);
});

test('the delay doubles while the server fails, and is reset by an answer', async () => {
  const { add, send, time, keys } = await start([claim('a', 7)]);
  const failing = async (id: string, waitMs: number) => {
    await send.settle({ id, failure: faulted });
    const sent = keys().length;
    time.increment(waitMs - 1);
    await settled();
    expect(keys()).toHaveLength(sent);
    time.increment(1);
    await settled();
    expect(keys().slice(sent)).toEqual([[`${id}-1`]]);
  };
  await failing('a', 1_000);
  await failing('a', 2_000);
  await failing('a', 4_000);
  await send.settle(paid('a'));
  add(claim('b', 7));
  await settled();
  await failing('b', 1_000);
});

test('a claim sent alone is refused for good by the failure of its call', async () => {
  const { send, news, ordered } = await start([adClaim('a', 7, 'watchAdReward')]);
  const failure = refused('unknown_ad');
  await send.fail(failure);
  expect(news).toEqual([
    {
      type: 'claim.refused',
      claim: adClaim('a', 7, 'watchAdReward'),
      failure,
      ...here,
    },
  ]);
  expect(ordered('claim.drop')).toEqual([{ type: 'claim.drop', result: { id: 'a', failure } }]);
});

test('a deferred claim is sent in time, also if all others are settled elsewhere', async () => {
  const { actor, add, send, time, keys } = await start([claim('a', 7)]);
  await send.settle(failed('a', refused('too_early', 700)));
  for (const id of ['b', 'c', 'd']) add(claim(id, 7));
  await settled();
  await send.settle(paid('b'));
  for (const id of ['c', 'd']) actor.send({ type: 'claim.settled', result: paid(id) });
  await send.fail({ kind: 'faulted', status: 400 });
  time.increment(700);
  await settled();
  expect(keys()).toEqual([['a-1'], ['b-1'], ['c-1', 'd-1'], ['a-2']]);
});

test('a claim of an interrupted call is not refused together with the claim that is sent instead', async () => {
  const { actor, add, send, keys, news, claims } = await start([claim('a', 7), claim('b', 7)]);
  await send.fail({ kind: 'faulted', status: 400 });
  // the call of a alone gets no answer, and the repeated one begins with the new claim
  add(claim('c', 7));
  await settled();
  actor.send({ type: 'connectivity.changed', isOnline: false });
  actor.send({ type: 'connectivity.changed', isOnline: true });
  await send.fail(refused('unknown_video'));
  expect(keys()).toEqual([['a-1', 'b-1'], ['a-1'], ['c-1'], ['a-1']]);
  expect(news.map((each) => 'claim' in each && [each.type, each.claim.id])).toEqual([
    ['claim.refused', 'c'],
  ]);
  expect(claims().map(({ id }) => id)).toEqual(['a', 'b']);
});
