import { expect, test } from 'vitest';
import { selectStorageError } from '../../machines/outbox/outbox.selectors.ts';
import { idleOwner } from './mock-root.ts';
import { paid, start, told } from './outbox.scenario.ts';
import { claim, earnedAtMs, ended, refused } from './samples.ts';

test('a claim is sent once it is persisted, and dropped only after its answer', async () => {
  const { actor, add, send, ordered, keys, news } = await start([], { isAnswering: false });
  add(claim('a', 7));
  const { earnedAtMs: _, ...made } = claim('a', 7);
  expect([ordered('claim.persistNew'), keys()]).toEqual([
    [{ type: 'claim.persistNew', claim: made }],
    [],
  ]);
  actor.send({ type: 'claim.persisted', id: 'a', earnedAtMs });
  expect([keys(), ordered('claim.drop')]).toEqual([[['a-1']], []]);
  await send.settle(paid('a'));
  expect(ordered('claim.drop')).toEqual([{ type: 'claim.drop', result: paid('a') }]);
  expect(news).toEqual([told(claim('a', 7))]);
});

test('each outcome of a claim is reported with the actor that has earned it', async () => {
  const recipient = idleOwner();
  const { add, send, news, time } = await start();
  add(claim('a', 7), recipient);
  await send.fail(refused('paused_by_operator'));
  time.increment(600_000);
  await send.settle(paid('a'));
  expect(
    news.map((each) => [each.type, 'recipient' in each && each.recipient === recipient]),
  ).toEqual([
    ['claim.paused', true],
    ['claim.paid', true],
  ]);
});

test('a store that takes too long is asked for the time, and the claim is sent from memory', async () => {
  const { add, time, keys, claims, ordered } = await start([], { isAnswering: false });
  add(claim('a', 7));
  time.increment(2_999);
  expect([keys(), ordered('claim.askTime')]).toEqual([[], []]);
  time.increment(1);
  expect([keys(), ordered('claim.askTime')]).toEqual([
    [['a-1']],
    [{ type: 'claim.askTime', id: 'a' }],
  ]);
  expect(claims()).toEqual([claim('a', 7)]);
});

test('a deferred claim keeps its later time when the store has persisted it at last', async () => {
  const { actor, add, time, send, claims } = await start([], { isAnswering: false });
  add(claim('a', 7));
  time.increment(3_000);
  await send.settle({ id: 'a', failure: refused('too_early', 700) });
  actor.send({ type: 'claim.persisted', id: 'a', earnedAtMs });
  expect(claims().map((each) => each.earnedAtMs)).toEqual([earnedAtMs + 700]);
});

test('a claim that is earned before the store is opened, or after it has failed, opens it and is sent', async () => {
  const early = await start([], { isDue: false });
  early.add(claim('a', 7));
  expect([early.keys(), early.ordered('store.open')]).toEqual([
    [['a-1']],
    [{ type: 'store.open' }],
  ]);

  const { actor, add, keys, ordered } = await start([], { isAnswering: false });
  actor.send({ type: 'store.failed' });
  add(claim('a', 7));
  actor.send({ type: 'claim.notPersisted', id: 'a', earnedAtMs, storageError: 'blocked' });
  expect([keys(), ordered('store.open').length]).toEqual([[['a-1']], 2]);
});

test.each(['send.due', 'send.pressed'] as const)(
  '%s opens a store that has failed before',
  async (type) => {
    const { actor, keys, ordered } = await start([], { isAnswering: false });
    actor.send({ type: 'store.failed' });
    actor.send({ type });
    expect(ordered('store.open')).toHaveLength(2);
    actor.send({ type: 'store.opened', claims: [claim('a', 7)], quarantined: 0 });
    expect(keys()).toEqual([['a-1']]);
  },
);

test('a claim that cannot be persisted is sent all the same, and the storage error is reported once', async () => {
  const { actor, add, send, keys, news } = await start([], { isAnswering: false });
  for (const id of ['a', 'b']) {
    add(claim(id, 7));
    actor.send({ type: 'claim.notPersisted', id, earnedAtMs, storageError: 'blocked' });
  }
  await send.settle(paid('a'));
  expect(keys()).toEqual([['a-1'], ['b-1']]);
  expect(news.filter(({ type }) => type === 'claims.notPersisted')).toEqual([
    { type: 'claims.notPersisted', storageError: 'blocked' },
  ]);
  expect(selectStorageError(actor.getSnapshot())).toBe('blocked');
});

test('unpersisted claims are stored again after a success, or when the store opens; until then the storage error stays', async () => {
  const { actor, add, ordered } = await start([], { isAnswering: false });
  for (const id of ['a', 'b']) {
    add(claim(id, 7));
    actor.send({ type: 'claim.notPersisted', id, earnedAtMs, storageError: 'full' });
  }
  const storageError = () => selectStorageError(actor.getSnapshot());
  const idsTo = (type: 'claim.persist' | 'claim.persistNew') =>
    ordered(type).map((order) => 'claim' in order && order.claim.id);
  const keptIds = () => idsTo('claim.persist');
  add(claim('c', 7));
  actor.send({ type: 'claim.persisted', id: 'c', earnedAtMs });
  expect(idsTo('claim.persistNew')).toEqual(['a', 'b', 'c']);
  expect([keptIds(), storageError()]).toEqual([['a', 'b'], 'full']);
  actor.send({ type: 'claim.persisted', id: 'a', earnedAtMs });
  actor.send({ type: 'claim.notPersisted', id: 'b', earnedAtMs, storageError: 'full' });
  expect([keptIds().length, storageError()]).toEqual([2, 'full']);
  actor.send({ type: 'store.opened', claims: [], quarantined: 0 });
  expect([keptIds().slice(2), storageError()]).toEqual([['b'], 'full']);
  actor.send({ type: 'claim.persisted', id: 'b', earnedAtMs });
  expect(storageError()).toBeNull();
});

test('unpersisted claims are reported until they are persisted or settled', async () => {
  const { actor, add, send, news } = await start([], { isAnswering: false });
  const told = () =>
    news.flatMap((each) => (each.type === 'unpersisted.changed' ? [each.isAny] : []));
  for (const id of ['a', 'b']) {
    add(claim(id, 7));
    actor.send({ type: 'claim.notPersisted', id, earnedAtMs, storageError: 'full' });
  }
  expect(told()).toEqual([true]);
  actor.send({ type: 'claim.persisted', id: 'b', earnedAtMs });
  expect(told()).toEqual([true]);
  await send.settle(paid('a'));
  expect(told()).toEqual([true, false]);
});

test('a claim that was settled while this page was away is dropped without a report', async () => {
  const { claims, send, news } = await start([claim('a', 7), claim('b', 7)]);
  await send.answer({ results: [paid('b')], gone: ['a'] });
  expect(claims()).toEqual([]);
  expect(news).toEqual([told(claim('b', 7))]);
});

test('a claim of another window is sent here too, unless that window reports its result', async () => {
  const { actor, claims, news, keys, ordered } = await start();
  actor.send({ type: 'claim.found', claim: claim('a', 7) });
  expect(keys()).toEqual([['a-1']]);
  actor.send({ type: 'claim.settled', result: paid('a') });
  expect(news).toEqual([{ ...told(claim('a', 7)), isOtherWindow: true, isBackdated: false }]);
  expect([claims(), ordered('claim.drop')]).toEqual([[], []]);
});

test('a claim of one user is never sent as another user', async () => {
  const { actor, keys, sending } = await start([claim('a', 7)], { userId: 8 });
  expect([sending(), keys()]).toEqual(['empty', []]);
  actor.send({ type: 'session.started', userId: 7 });
  expect(keys()).toEqual([['a-1']]);
});

test('a call that is refused for its old token is repeated: the session may have a new token', async () => {
  const { send, time, keys } = await start([claim('a', 7)]);
  await send.fail(ended);
  time.increment(1_000);
  expect(keys()).toEqual([['a-1'], ['a-1']]);
});

test('the claims outlive the session', async () => {
  const { actor, claims, send, sending, ordered } = await start([claim('a', 7)]);
  await send.fail(ended);
  actor.send({ type: 'session.left' });
  expect([sending(), ordered('claim.drop')]).toEqual(['blocked', []]);
  expect(claims()).toEqual([claim('a', 7)]);
});

test('a claim that is added twice is queued once', async () => {
  const { claims, add } = await start();
  add(claim('a', 7));
  add(claim('a', 7));
  expect(claims()).toHaveLength(1);
});

test('quarantined claims are reported once', async () => {
  const { actor, news } = await start([], { isAnswering: false });
  actor.send({ type: 'store.opened', claims: [claim('a', 8)], quarantined: 2 });
  expect(news).toEqual([{ type: 'claims.quarantined' }]);
});

test('a backdated claim is paid as backdated', async () => {
  const { actor, add, send, news } = await start([]);
  add(claim('a', 7));
  actor.send({ type: 'claims.backdated', backdated: ['a'] });
  await send.settle(paid('a'));
  expect(news).toEqual([{ ...told(claim('a', 7)), isBackdated: true }]);
});
