import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type Claim, type ClaimResult, keyOf } from '../../machines/outbox/claim.ts';
import type { BatchResults, OutboxEmitted, StoreOrder } from '../../machines/outbox/context.ts';
import { outboxMachine } from '../../machines/outbox/outbox.machine.ts';
import {
  selectHindrance,
  selectLack,
  selectWaitingCount,
  selectWaitingSince,
} from '../../machines/outbox/outbox.selectors.ts';
import { adClaim, answer, claim, earnedAtMs, ended, faulted, offline, refused } from './samples.ts';
import { clock, scripted, settled, silent } from './scenarios.ts';
import { storeOf } from './store.ts';

async function start(kept: Claim[] = [], { userId = 7, isAnswering = true, isDue = true } = {}) {
  const send = scripted<BatchResults, { claims: Claim[] }>();
  const { logic, orders } = storeOf(kept, isAnswering);
  const time = clock();
  const actor = createActor(
    outboxMachine.provide({
      actors: {
        runStore: logic,
        sendClaims: send.logic,
        watchNetwork: silent,
        watchReturn: silent,
      },
    }),
    { clock: time },
  );
  const news: OutboxEmitted[] = [];
  actor.on('*', (event) => news.push(event));
  actor.start();
  actor.send({ type: 'session.started', userId });
  if (isDue) actor.send({ type: 'restore.due' });
  await settled();
  const add = ({ earnedAtMs: _, ...made }: Claim) =>
    actor.send({ type: 'claim.added', claim: made as never });
  return {
    ...{ actor, add, orders, time, news },
    send: {
      ...send,
      /** what the server says of each claim, in one answer */
      settle: (...results: ClaimResult[]) => send.answer({ results, gone: [] }),
    },
    line: () => actor.getSnapshot().value.line,
    ordered: (type: StoreOrder['type']) => orders.filter((order) => order.type === type),
    keys: () => send.inputs().map(({ claims }) => claims.map(keyOf)),
  };
}

const paid = (id: string): ClaimResult => ({ id, answer });
const failed = (id: string, failure: ReturnType<typeof refused>): ClaimResult => ({ id, failure });
const told = (each: Claim) => ({
  type: 'claim.paid' as const,
  claim: each,
  answer,
  isElsewhere: false,
  isLate: false,
});

test('a claim is sent when it is kept, and dropped only when it is answered', async () => {
  const { actor, add, send, ordered, keys, news } = await start([], { isAnswering: false });
  add(claim('a', 7));
  expect([ordered('claim.keep'), keys()]).toEqual([
    [{ type: 'claim.keep', claim: claim('a', 7) }],
    [],
  ]);
  actor.send({ type: 'claim.kept', id: 'a' });
  expect([keys(), ordered('claim.drop')]).toEqual([[['a-1']], []]);
  await send.settle(paid('a'));
  expect(ordered('claim.drop')).toEqual([{ type: 'claim.drop', result: paid('a') }]);
  expect(news).toEqual([told(claim('a', 7))]);
});

test('a store that says nothing holds nothing up: the claim is sent from memory', async () => {
  const { add, time, keys } = await start([], { isAnswering: false });
  add(claim('a', 7));
  time.increment(2_999);
  expect(keys()).toEqual([]);
  time.increment(1);
  expect(keys()).toEqual([['a-1']]);
});

test('what is earned before the store is wanted, or after it has failed, opens it and is sent', async () => {
  const early = await start([], { isDue: false });
  early.add(claim('a', 7));
  expect([early.keys(), early.ordered('store.open')]).toEqual([
    [['a-1']],
    [{ type: 'store.open' }],
  ]);

  const { actor, add, keys, ordered } = await start([], { isAnswering: false });
  actor.send({ type: 'store.failed' });
  add(claim('a', 7));
  actor.send({ type: 'claim.notKept', id: 'a', lack: 'blocked' });
  expect([keys(), ordered('store.open').length]).toEqual([[['a-1']], 2]);
});

test.each(['network.returned', 'send.due', 'send.pressed'] as const)(
  '%s opens a store that did not open before',
  async (type) => {
    const { actor, keys, ordered } = await start([], { isAnswering: false });
    actor.send({ type: 'network.lost' });
    actor.send({ type: 'store.failed' });
    actor.send({ type });
    expect(ordered('store.open')).toHaveLength(2);
    expect(actor.getSnapshot().context.isOffline).toBe(type !== 'network.returned');
    actor.send({ type: 'store.opened', claims: [claim('a', 7)], setAside: 0 });
    expect(keys()).toEqual([['a-1']]);
  },
);

test('what cannot be kept is claimed all the same, and said once', async () => {
  const { actor, add, send, keys, news } = await start([], { isAnswering: false });
  for (const id of ['a', 'b']) {
    add(claim(id, 7));
    actor.send({ type: 'claim.notKept', id, lack: 'blocked' });
  }
  await send.settle(paid('a'));
  expect(keys()).toEqual([['a-1'], ['b-1']]);
  expect(news.filter(({ type }) => type === 'claims.notKept')).toEqual([
    { type: 'claims.notKept', lack: 'blocked' },
  ]);
  expect(selectLack(actor.getSnapshot())).toBe('blocked');
});

test('what could not be kept is kept with the next one that can be, or when the store opens; until then it is said', async () => {
  const { actor, add, ordered } = await start([], { isAnswering: false });
  for (const id of ['a', 'b']) {
    add(claim(id, 7));
    actor.send({ type: 'claim.notKept', id, lack: 'full' });
  }
  const lack = () => selectLack(actor.getSnapshot());
  const keptIds = () => ordered('claim.keep').map((order) => 'claim' in order && order.claim.id);
  add(claim('c', 7));
  actor.send({ type: 'claim.kept', id: 'c' });
  expect([keptIds(), lack()]).toEqual([['a', 'b', 'c', 'a', 'b'], 'full']);
  actor.send({ type: 'claim.kept', id: 'a' });
  actor.send({ type: 'claim.notKept', id: 'b', lack: 'full' });
  expect([keptIds().length, lack()]).toEqual([5, 'full']);
  actor.send({ type: 'store.opened', claims: [], setAside: 0 });
  expect([keptIds().slice(5), lack()]).toEqual([['b'], 'full']);
  actor.send({ type: 'claim.kept', id: 'b' });
  expect(lack()).toBeNull();
});

test('what was kept goes in one call, twenty at a time, and each result is taken by itself', async () => {
  const kept = Array.from({ length: 23 }, (_, at) => claim(`c${at}`, 7));
  const { send, keys, news, ordered, line } = await start(kept);
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
  expect(line()).toBe('empty');
});

test('a broken line repeats the same keys, after longer and longer waits, never over eight seconds', async () => {
  const { send, time, keys, line } = await start([claim('a', 7)]);
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
  expect(line()).toBe('sending');
});

test.each(['network.returned', 'send.due', 'send.pressed'] as const)(
  '%s ends the wait',
  async (type) => {
    const { actor, send, keys } = await start([claim('a', 7)]);
    await send.fail(offline);
    actor.send({ type });
    expect(keys()).toEqual([['a-1'], ['a-1']]);
  },
);

test('a line that returns while a call hangs on the old one asks anew', async () => {
  const { actor, send, keys, news } = await start([claim('a', 7)]);
  actor.send({ type: 'network.returned' });
  expect(keys()).toEqual([['a-1'], ['a-1']]);
  await send.settle(paid('a'));
  expect(news).toEqual([told(claim('a', 7))]);
});

test('what waits is counted, with the time of the oldest and what keeps it', async () => {
  const older = { ...claim('a', 7), earnedAtMs: earnedAtMs - 60_000 };
  const { actor, send, news } = await start([claim('b', 7), older, claim('c', 8)]);
  const said = () => {
    const snapshot = actor.getSnapshot();
    return [selectWaitingCount(snapshot), selectWaitingSince(snapshot), selectHindrance(snapshot)];
  };
  expect(said()).toEqual([0, null, 'unanswered']);
  await send.fail(offline);
  expect(said()).toEqual([2, older.earnedAtMs, 'unanswered']);
  expect(news).toEqual([{ type: 'claims.delayed', claims: [claim('b', 7), older] }]);
  actor.send({ type: 'network.lost' });
  expect(said()).toEqual([2, older.earnedAtMs, 'offline']);
  actor.send({ type: 'network.returned' });
  await send.settle(paid('a'), paid('b'));
  expect(said()).toEqual([0, null, 'unanswered']);
  expect(news.filter(({ type }) => type === 'claims.delayed')).toHaveLength(1);
});

test('"too early" waits as told, counts as earned later, and comes with a fresh key', async () => {
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

test('one that is too early holds up none of the others', async () => {
  const { add, send, keys } = await start([claim('a', 7)]);
  await send.settle(failed('a', refused('too_early', 60_000)));
  add(claim('b', 7));
  expect(keys()).toEqual([['a-1'], ['b-1']]);
});

test('"too early" is asked a limited number of times, then told and dropped', async () => {
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
      isElsewhere: false,
      isLate: false,
    },
  ]);
});

const PAUSED_MS = 10 * 60_000;
const pausedAll = (...ids: string[]) => ids.map((id) => failed(id, refused('paused_by_operator')));

test('what comes while rewards are paused is kept, and sent again later under fresh keys, as earned when it was', async () => {
  const { actor, send, time, news, keys, ordered } = await start([claim('a', 7), claim('b', 7)]);
  await send.settle(...pausedAll('a', 'b'));
  const again = ['a', 'b'].map((id) => ({ ...claim(id, 7), attempt: 2 }));
  expect(ordered('claim.change')).toEqual(
    again.map((each) => ({ type: 'claim.change', claim: each })),
  );
  expect(ordered('claim.drop')).toEqual([]);
  expect(news).toEqual(
    ['a', 'b'].map((id) => ({ type: 'claim.paused', claim: claim(id, 7), isAgain: false })),
  );
  expect(selectWaitingCount(actor.getSnapshot())).toBe(2);
  expect(selectHindrance(actor.getSnapshot())).toBe('paused');
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
    { type: 'claim.paused', claim: again[1], isAgain: true },
  ]);
});

test('a pause of rewards holds up no other claim, ends at a press, and a week of it wears no claim out', async () => {
  const { actor, add, send, time, keys, line } = await start([claim('a', 7)]);
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await send.fail(refused('paused_by_operator'));
    time.increment(PAUSED_MS);
    await settled();
  }
  await send.settle(failed('a', refused('too_early', 700)));
  time.increment(700);
  await settled();
  await send.fail(refused('paused_by_operator'));
  expect([keys().at(-1), line()]).toEqual([['a-14'], 'empty']);
  add(claim('b', 7));
  await send.settle(paid('b'));
  actor.send({ type: 'send.pressed' });
  expect(keys().slice(-2)).toEqual([['b-1'], ['a-15']]);
});

test('a window of an earlier version that gave up a claim for a pause takes it from no other', async () => {
  const { actor, news } = await start([claim('a', 7)]);
  for (const result of pausedAll('a')) actor.send({ type: 'claim.settled', result });
  expect([actor.getSnapshot().context.claims, news]).toEqual([[claim('a', 7)], []]);
});

test('a claim that the server failed at is asked for again, and those beside it are not', async () => {
  const { send, time, keys, news } = await start([claim('a', 7), claim('b', 7)]);
  await send.settle({ id: 'a', failure: faulted }, paid('b'));
  expect(news.map(({ type }) => type)).toEqual(['claim.paid', 'claims.delayed']);
  time.increment(1_000);
  await settled();
  expect(keys()).toEqual([['a-1', 'b-1'], ['a-1']]);
});

test('a call that the server refuses as a whole is made claim by claim: one holds up none of the others', async () => {
  const malformed = { kind: 'faulted', status: 400 } as const;
  const { send, keys, news, line } = await start([claim('a', 7), claim('b', 7), claim('c', 7)]);
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
      isElsewhere: false,
      isLate: false,
    },
    told(claim('c', 7)),
  ]);
  expect(line()).toBe('empty');
});

const unreadable = [
  { kind: 'malformed' } as const,
  // a call that could not even be written
  { kind: 'faulted', status: 0 } as const,
];

test.each(unreadable)(
  'one of which nothing can be read (%o) holds up none of the others, now or later',
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

test('what the server fails at lets the others go first', async () => {
  const kept = Array.from({ length: 21 }, (_, at) => claim(`c${at}`, 7));
  const { send, time, keys } = await start(kept);
  await send.settle(...kept.slice(0, 20).map(({ id }) => ({ id, failure: faulted })));
  time.increment(1_000);
  await settled();
  expect(keys()[1]?.slice(0, 2)).toEqual(['c20-1', 'c0-1']);
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
      isElsewhere: false,
      isLate: false,
    },
  ]);
  expect(ordered('claim.drop')).toEqual([{ type: 'claim.drop', result: { id: 'a', failure } }]);
});

test('what was settled while this page was away is dropped, and not announced again', async () => {
  const { actor, send, news } = await start([claim('a', 7), claim('b', 7)]);
  await send.answer({ results: [paid('b')], gone: ['a'] });
  expect(actor.getSnapshot().context.claims).toEqual([]);
  expect(news).toEqual([told(claim('b', 7))]);
});

test('what another window keeps is sent here too, unless that window says what became of it', async () => {
  const { actor, news, keys, ordered } = await start();
  actor.send({ type: 'claim.found', claim: claim('a', 7) });
  expect(keys()).toEqual([['a-1']]);
  actor.send({ type: 'claim.settled', result: paid('a') });
  expect(news).toEqual([{ ...told(claim('a', 7)), isElsewhere: true, isLate: false }]);
  expect([actor.getSnapshot().context.claims, ordered('claim.drop')]).toEqual([[], []]);
});

test('what one user earned is never sent as another', async () => {
  const { actor, keys, line } = await start([claim('a', 7)], { userId: 8 });
  expect([line(), keys()]).toEqual(['empty', []]);
  actor.send({ type: 'session.started', userId: 7 });
  expect(keys()).toEqual([['a-1']]);
});

test('an answer to a token of before is asked for again: the session may have another', async () => {
  const { send, time, keys } = await start([claim('a', 7)]);
  await send.fail(ended);
  time.increment(1_000);
  expect(keys()).toEqual([['a-1'], ['a-1']]);
});

test('an ended session keeps the claims', async () => {
  const { actor, send, line, ordered } = await start([claim('a', 7)]);
  await send.fail(ended);
  actor.send({ type: 'session.left' });
  expect([line(), ordered('claim.drop')]).toEqual(['blocked', []]);
  expect(actor.getSnapshot().context.claims).toEqual([claim('a', 7)]);
});

test('the same claim twice is one claim', async () => {
  const { actor, add } = await start();
  add(claim('a', 7));
  add(claim('a', 7));
  expect(actor.getSnapshot().context.claims).toHaveLength(1);
});

test('what could not be read is said once', async () => {
  const { actor, news } = await start([], { isAnswering: false });
  actor.send({ type: 'store.opened', claims: [claim('a', 8)], setAside: 2 });
  expect(news).toEqual([{ type: 'claims.setAside' }]);
});

test('one of a day that is over is paid as such', async () => {
  const { actor, add, send, news } = await start([]);
  add(claim('a', 7));
  actor.send({ type: 'claims.dated', late: ['a'] });
  await send.settle(paid('a'));
  expect(news).toEqual([{ ...told(claim('a', 7)), isLate: true }]);
});
