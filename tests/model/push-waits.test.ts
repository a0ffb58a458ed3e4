import { expect, test } from 'vitest';
import { nothing, start, synced, token } from './push.scenario.ts';
import { offline } from './samples.ts';
import { settled } from './scenarios.ts';

type Started = Awaited<ReturnType<typeof start>>;

const LATE = 'it took too long';

/** Nothing has happened 1 ms before, and it has at the time. */
function endsAt({ time, value }: Started, ms: number, before: unknown, after: unknown): void {
  expect(value()).toEqual(before);
  time.increment(ms - 1);
  expect(value()).toEqual(before);
  time.increment(1);
  expect(value()).toEqual(after);
}

/** The server was asked to take the token `a`, and has not answered. */
async function syncing() {
  const push = await start('granted');
  await push.restore.answer(nothing);
  await push.fetch.answer(token('a'));
  expect(push.value()).toEqual({ granted: 'syncing' });
  return push;
}

test('what is kept and a token are waited for so long, and the log says which was late', async () => {
  const restoring = await start('granted');
  endsAt(restoring, 60_000, { granted: 'restoring' }, { granted: 'failed' });
  const fetching = await start('granted');
  await fetching.restore.answer(nothing);
  endsAt(fetching, 60_000, { granted: 'fetching' }, { granted: 'failed' });
  expect([restoring.logged, fetching.logged]).toEqual([[LATE], [LATE]]);
});

test('what is kept and cannot be read is logged, and read again when the connection is back', async () => {
  const { actor, restore, value, logged } = await start('granted');
  const why = new Error('no storage');
  await restore.fail(why);
  expect([value(), logged]).toEqual([{ granted: 'failed' }, [why]]);
  actor.send({ type: 'connectivity.changed', isOnline: true });
  expect(value()).toEqual({ granted: 'restoring' });
});

test('each failure to send is logged, and the next session begins to count anew', async () => {
  const { actor, restore, sync, time, value, logged } = await syncing();
  const failAll = async () => {
    for (const wait of [1_000, 2_000, 4_000, 8_000]) {
      await sync.fail(offline);
      expect(value()).toEqual({ granted: { retrying: 'pausing' } });
      time.increment(wait);
      await settled();
    }
    await sync.fail(offline);
    expect(value()).toEqual({ granted: 'failed' });
  };
  await failAll();
  expect(logged).toEqual(Array.from({ length: 5 }, () => offline));
  actor.send({ type: 'session.left' });
  actor.send({ type: 'session.started', userId: 8 });
  await restore.answer({ isSetUp: true, kept: token('a'), isSynced: false, ageMs: 0 });
  await failAll();
});

test('a server that has taken a token begins to count anew with the next', async () => {
  const { actor, sync, fetch, time, value } = await syncing();
  await sync.fail(offline);
  time.increment(1_000);
  await sync.answer();
  actor.send({ type: 'subscription.changed' });
  await fetch.answer(token('b'));
  await sync.fail(offline);
  time.increment(999);
  expect(value()).toEqual({ granted: { retrying: 'pausing' } });
  time.increment(1);
  expect(value()).toEqual({ granted: 'syncing' });
});

test('a question that is overlooked for three seconds can be put again, from elsewhere', async () => {
  const push = await start('default');
  const { actor, ask, value, news, time } = push;
  actor.send({ type: 'enable.pressed', asker: 'reminder' });
  endsAt(push, 3_000, { asking: 'answering' }, { asking: 'unanswered' });
  expect(ask.inputs()).toHaveLength(1);
  actor.send({ type: 'enable.pressed', asker: 'tasks' });
  expect([value(), ask.inputs().length]).toEqual([{ asking: 'answering' }, 2]);
  time.increment(3_000);
  await ask.answer('default');
  expect(value()).toBe('default');
  expect(news.at(-1)).toEqual({ type: 'push.refused', asker: 'tasks' });
});

test('a permission that changes while it is asked for is told once, and the answer ends the question', async () => {
  const { actor, ask, value, news } = await start('default');
  actor.send({ type: 'enable.pressed', asker: 'tasks' });
  actor.send({ type: 'permission.changed', permission: 'default' });
  expect(news).toEqual([]);
  actor.send({ type: 'permission.changed', permission: 'granted' });
  expect(value()).toEqual({ asking: 'answering' });
  expect(news).toEqual([{ type: 'push.permissionChanged', permission: 'granted' }]);
  expect(actor.getSnapshot().context.permission).toBe('granted');
  await ask.answer('granted');
  expect(value()).toEqual({ granted: 'restoring' });
});

test.each(['default', 'denied'] as const)(
  'without a permission (%s) no token stays, and it can be asked for',
  async (permission) => {
    const { actor, stored, value, news } = await synced();
    actor.send({ type: 'permission.changed', permission });
    expect([value(), stored.at(-1)]).toEqual([permission, null]);
    expect(actor.getSnapshot().context).toMatchObject({ kept: null, isSynced: false, ageMs: 0 });
    expect(news).toEqual([{ type: 'push.permissionChanged', permission }]);
    actor.send({ type: 'enable.pressed', asker: 'reminder' });
    expect(value()).toEqual({ asking: 'answering' });
  },
);

test('who comes and goes before there is a permission is known when there is one', async () => {
  const member = await start('default', false);
  member.actor.send({ type: 'session.started', userId: 7 });
  member.actor.send({ type: 'permission.changed', permission: 'granted' });
  expect(member.value()).toEqual({ granted: 'restoring' });
  const visitor = await start('default');
  visitor.actor.send({ type: 'session.left' });
  visitor.actor.send({ type: 'permission.changed', permission: 'granted' });
  expect(visitor.value()).toEqual({ granted: 'waiting' });
});

test('whoever logs in where nobody was is looked up', async () => {
  const { actor, value } = await start('granted', false);
  expect(value()).toEqual({ granted: 'waiting' });
  actor.send({ type: 'session.started', userId: 7 });
  expect(value()).toEqual({ granted: 'restoring' });
});

test('a token of a kept subscription that was never sent is sent', async () => {
  const { restore, sent, value } = await start('granted');
  await restore.answer({ isSetUp: true, kept: token('a'), isSynced: false, ageMs: 1 });
  expect([value(), sent()]).toEqual([{ granted: 'syncing' }, ['a']]);
});
