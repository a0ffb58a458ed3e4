import { expect, test } from 'vitest';
import type { Permission } from '../../machines/push/model.ts';
import { nothing, start, synced, token } from './push.scenario.ts';
import { ended, offline, refused } from './samples.ts';
import { settled } from './scenarios.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const answered = (permission: Permission) => ({
  type: 'push.answered',
  permission,
  canInstall: false,
});

test('a token is fetched when granted, kept before it is sent, and synced when the server has it', async () => {
  const { value, stored, sent } = await synced();
  expect(value()).toEqual({ granted: 'synced' });
  expect(stored).toEqual([
    ['a', 'not synced'],
    ['a', 'synced'],
  ]);
  expect(sent()).toEqual(['a']);
});

test.each(['default', 'denied', 'unsupported'] as const)(
  'with the permission %s nothing is looked up, fetched or sent',
  async (permission) => {
    const { value, actor, restore, fetches, sent } = await start(permission);
    actor.send({ type: 'connectivity.changed', isOnline: true });
    actor.send({ type: 'subscription.changed' });
    await settled();
    expect([value(), restore.inputs().length, fetches(), sent()]).toEqual([permission, 0, 0, []]);
  },
);

test('where push is not set up, and while nobody is logged in, nothing is fetched', async () => {
  const member = await start('granted');
  await member.restore.answer({ ...nothing, isSetUp: false });
  expect([member.value(), member.fetches()]).toEqual([{ granted: 'notSetUp' }, 0]);
  const visitor = await start('granted', false);
  expect([visitor.value(), visitor.restore.inputs().length]).toEqual([{ granted: 'waiting' }, 0]);
});

test('a yes to the question leads to the token, a no is told and fetches nothing', async () => {
  const { actor, ask, news, value, fetches, restore } = await start('default');
  actor.send({ type: 'enable.pressed', asker: 'reminder' });
  // browsers report the change before they answer the question
  actor.send({ type: 'permission.changed', permission: 'denied' });
  await ask.answer('denied');
  expect([value(), fetches()]).toEqual(['denied', 0]);
  expect(news.at(-1)).toEqual({ type: 'push.refused', asker: 'reminder' });
  actor.send({ type: 'enable.pressed', asker: 'tasks' });
  await ask.answer('granted');
  expect([value(), restore.inputs().length]).toEqual([{ granted: 'restoring' }, 1]);
  expect(news.slice(-2)).toEqual([
    { type: 'push.permissionChanged', permission: 'granted' },
    answered('granted'),
  ]);
});

test('a browser that cannot ask is told of', async () => {
  const { actor, ask, news, value, logged } = await start('default');
  const why = new Error('only after a touch');
  actor.send({ type: 'enable.pressed', asker: 'reminder' });
  await ask.fail(why);
  expect([value(), logged]).toEqual(['default', [why]]);
  expect(news).toEqual([{ type: 'push.askFailed' }, answered('default')]);
});

test('every attempt to enable is answered: without a question where none is needed or possible, and in the end without a word from the person', async () => {
  for (const permission of ['granted', 'unsupported'] as const) {
    const { actor, news, ask } = await start(permission);
    actor.send({ type: 'enable.pressed', asker: 'tasks' });
    expect([news, ask.inputs().length]).toEqual([[answered(permission)], 0]);
  }
  const { actor, news, time, value } = await start('default');
  actor.send({ type: 'enable.pressed', asker: 'tasks' });
  time.increment(5 * 60_000 - 1);
  expect(news).toEqual([]);
  time.increment(1);
  expect([news, value()]).toEqual([[answered('default')], 'default']);
});

test('after 7 days the token is fetched anew; the same one is not sent again, another is', async () => {
  const { time, fetch, fetches, sent, value, stored } = await synced();
  time.increment(7 * DAY_MS - 1);
  expect(fetches()).toBe(1);
  time.increment(1);
  await settled();
  expect(fetches()).toBe(2);
  await fetch.answer({ ...token('a'), fetchedAtMs: 7 * DAY_MS });
  expect([value(), sent(), stored.at(-1)]).toEqual([{ granted: 'synced' }, ['a'], ['a', 'synced']]);
  time.increment(7 * DAY_MS);
  await settled();
  await fetch.answer(token('b'));
  expect([value(), sent(), stored.at(-1)]).toEqual([
    { granted: 'syncing' },
    ['a', 'b'],
    ['b', 'not synced'],
  ]);
});

test('a kept token that the server has is used as it is, until its own 7 days are over', async () => {
  const { restore, time, fetches, sent, value } = await start('granted');
  await restore.answer({ isSetUp: true, kept: token('a'), isSynced: true, ageMs: 5 * DAY_MS });
  expect([value(), fetches(), sent()]).toEqual([{ granted: 'synced' }, 0, []]);
  time.increment(2 * DAY_MS - 1);
  expect(fetches()).toBe(0);
  time.increment(1);
  expect(fetches()).toBe(1);
});

test('a kept token of 7 days is fetched anew at once', async () => {
  const { restore, fetches } = await start('granted');
  await restore.answer({ isSetUp: true, kept: token('a'), isSynced: true, ageMs: 7 * DAY_MS });
  expect(fetches()).toBe(1);
});

test('whoever logs in next is told the same token, without fetching it', async () => {
  const { actor, restore, sent, stored, value, fetches } = await synced();
  actor.send({ type: 'session.left' });
  expect([value(), stored.at(-1)]).toEqual([{ granted: 'waiting' }, ['a', 'not synced']]);
  actor.send({ type: 'session.started', userId: 8 });
  await restore.answer({ isSetUp: true, kept: token('a'), isSynced: false, ageMs: 0 });
  expect([sent(), fetches()]).toEqual([['a', 'a'], 1]);
});

test('whoever logs in after the subscription was ended is told another token', async () => {
  const { actor, restore, fetch, sent, value } = await synced();
  actor.send({ type: 'session.left' });
  actor.send({ type: 'session.started', userId: 8 });
  await restore.answer(nothing);
  await fetch.answer(token('b'));
  expect([value(), sent()]).toEqual([{ granted: 'syncing' }, ['a', 'b']]);
});

test('logging out while the token is being restored keeps it, for the next session to send', async () => {
  const { actor, restore, stored, sent, fetches } = await start('granted');
  // by an earlier page
  stored.push(['a', 'synced']);
  actor.send({ type: 'session.left' });
  expect(stored.at(-1)).toEqual(['a', 'not synced']);
  actor.send({ type: 'session.started', userId: 8 });
  await restore.answer({ isSetUp: true, kept: token('a'), isSynced: false, ageMs: 0 });
  expect([sent(), fetches()]).toEqual([['a'], 0]);
});

test('a sync that fails is tried again after longer and longer waits, five times, then rests', async () => {
  const { restore, fetch, sync, sent, time, value } = await start('granted');
  await restore.answer(nothing);
  await fetch.answer(token('a'));
  await sync.fail(offline);
  for (const wait of [1_000, 2_000, 4_000, 8_000]) {
    const before = sent().length;
    time.increment(wait - 1);
    expect(sent().length).toBe(before);
    time.increment(1);
    await settled();
    await sync.fail(offline);
  }
  expect([value(), sent().length]).toEqual([{ granted: 'failed' }, 5]);
  time.increment(DAY_MS);
  expect(sent().length).toBe(5);
});

test('a subscription that the server refuses is not sent again before a person presses', async () => {
  const { actor, restore, fetch, sync, sent, time, value } = await start('granted');
  await restore.answer(nothing);
  await fetch.answer(token('a'));
  const why = refused('unknown_push_service');
  await sync.fail(why);
  time.increment(DAY_MS - 1);
  expect([value(), sent().length]).toEqual([{ granted: 'failed' }, 1]);
  actor.send({ type: 'retry.pressed' });
  await settled();
  expect([value(), sent().length]).toEqual([{ granted: 'syncing' }, 2]);
});

test('the line coming back tries once more, whether it waits or has given up', async () => {
  const { actor, restore, fetch, sync, sent, value } = await start('granted');
  await restore.answer(nothing);
  await fetch.answer(token('a'));
  for (let failures = 1; failures <= 6; failures += 1) {
    await sync.fail(offline);
    actor.send({ type: 'connectivity.changed', isOnline: true });
    await settled();
  }
  expect([value(), sent().length]).toEqual([{ granted: 'syncing' }, 7]);
  await sync.fail(offline);
  expect([value(), sent().length]).toEqual([{ granted: 'failed' }, 7]);
});

test('a session that ended meanwhile is no failure: the next one is waited for', async () => {
  const { restore, fetch, sync, value, logged } = await start('granted');
  await restore.answer(nothing);
  await fetch.answer(token('a'));
  await sync.fail(ended);
  expect([value(), logged]).toEqual([{ granted: 'waiting' }, []]);
});

test('a token that could not be fetched is logged and gives none; Retry asks again', async () => {
  const { actor, restore, fetch, fetches, value, logged, sent } = await start('granted');
  await restore.answer(nothing);
  const why = new Error('no push service');
  await fetch.fail(why);
  expect([value(), logged, sent()]).toEqual([{ granted: 'failed' }, [why], []]);
  expect(actor.getSnapshot().context.kept).toBeNull();
  actor.send({ type: 'retry.pressed' });
  expect(fetches()).toBe(2);
});

test('a permission that is taken back takes the token with it', async () => {
  const { actor, stored, value } = await synced();
  actor.send({ type: 'permission.changed', permission: 'denied' });
  expect([value(), stored.at(-1)]).toEqual(['denied', null]);
  expect(actor.getSnapshot().context).toMatchObject({ kept: null, isSynced: false });
});

test('the same permission reported again changes nothing', async () => {
  const { actor, fetches, value, news } = await synced();
  actor.send({ type: 'permission.changed', permission: 'granted' });
  await settled();
  expect([value(), fetches(), news]).toEqual([{ granted: 'synced' }, 1, []]);
});

test('a subscription that the browser replaced brings another token', async () => {
  const { actor, fetch, sync, sent, value } = await synced();
  actor.send({ type: 'subscription.changed' });
  await fetch.answer(token('b'));
  await sync.answer();
  expect([value(), sent()]).toEqual([{ granted: 'synced' }, ['a', 'b']]);
});

test('Firebase that never answers is given up', async () => {
  const { restore, time, value, logged } = await start('granted');
  await restore.answer(nothing);
  time.increment(60_000);
  expect([value(), logged]).toEqual([{ granted: 'failed' }, ['it took too long']]);
});

test('what the service worker tells is told on', async () => {
  const { actor, news } = await start('granted', false);
  actor.send({ type: 'message.received', kind: 'withdrawal_paid' });
  actor.send({ type: 'notification.pressed', link: '/withdraw/index' });
  expect(news).toEqual([
    { type: 'push.received', kind: 'withdrawal_paid' },
    { type: 'push.opened', link: '/withdraw/index' },
  ]);
});
