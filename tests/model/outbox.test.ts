import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type Claim,
  type ClaimAnswer,
  keyOf,
  type OutboxEmitted,
  outboxMachine,
} from '../../machines/outbox.machine.ts';
import { answer, claim, ended, offline, refused } from './samples.ts';
import { clock, scripted, settled, silent } from './scenarios.ts';

async function start(kept: Claim[] = [], userId = 7) {
  const load = scripted<Claim[], unknown>();
  const send = scripted<ClaimAnswer | null, { claim: Claim | null; key: string }>();
  let stored = kept.map(keyOf);
  const time = clock();
  const actor = createActor(
    outboxMachine.provide({
      actors: { loadClaims: load.logic, sendClaim: send.logic, watchNetwork: silent },
      actions: {
        storeClaim: (_, claim) => {
          stored = [...stored, keyOf(claim)];
        },
        storeAttempt: (_, claim) => {
          stored = stored.map((key) => (key.startsWith(`${claim.id}-`) ? keyOf(claim) : key));
        },
        removeClaim: (_, claim) => {
          stored = stored.filter((key) => key !== keyOf(claim));
        },
      },
    }),
    { clock: time },
  );
  const news: OutboxEmitted[] = [];
  actor.on('*', (event) => news.push(event));
  actor.start();
  await load.answer(kept);
  actor.send({ type: 'session.started', userId });
  await settled();
  return {
    actor,
    send,
    stored: () => stored,
    time,
    news,
    keys: () => send.inputs().map(({ key }) => key),
  };
}

test('a claim is kept before it is sent, and dropped only when it is answered', async () => {
  const { actor, send, stored, news } = await start();
  actor.send({ type: 'claim.added', claim: claim('a', 7) });
  expect(stored()).toEqual(['a-1']);
  await send.answer(answer);
  expect(stored()).toEqual([]);
  expect(news).toEqual([{ type: 'claim.paid', claim: claim('a', 7), answer }]);
});

test('a broken line repeats the same key, after longer and longer waits', async () => {
  const { actor, send, time, keys } = await start([claim('a', 7)]);
  await send.fail(offline);
  time.increment(999);
  expect(keys()).toEqual(['a-1']);
  time.increment(1);
  await settled();
  await send.fail({ kind: 'faulted', status: 503 });
  time.increment(1_999);
  expect(keys()).toEqual(['a-1', 'a-1']);
  time.increment(1);
  await settled();
  expect(keys()).toEqual(['a-1', 'a-1', 'a-1']);
  expect(actor.getSnapshot().value).toBe('sending');
});

test('what another window has sent is dropped, and not announced again', async () => {
  const { actor, send, news } = await start([claim('a', 7), claim('b', 7)]);
  await send.answer(null);
  expect(actor.getSnapshot().context.claims).toEqual([claim('b', 7)]);
  await send.answer(answer);
  expect(news).toEqual([{ type: 'claim.paid', claim: claim('b', 7), answer }]);
});

test('"too early" waits as told and comes with a fresh key', async () => {
  const { send, stored, time, keys } = await start([claim('a', 7)]);
  await send.fail(refused('too_early', 700));
  expect(stored()).toEqual(['a-2']);
  time.increment(699);
  expect(keys()).toEqual(['a-1']);
  time.increment(1);
  await settled();
  expect(keys()).toEqual(['a-1', 'a-2']);
});

test('"too early" is asked a limited number of times, then told and dropped', async () => {
  const { send, time, news, keys } = await start([claim('a', 7)]);
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await send.fail(refused('too_early', 700));
    time.increment(700);
    await settled();
  }
  await send.fail(refused('too_early', 700));
  time.increment(60_000);
  await settled();
  expect(keys()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempt) => `a-${attempt}`));
  expect(news).toEqual([
    {
      type: 'claim.refused',
      claim: { ...claim('a', 7), attempt: 10 },
      failure: refused('too_early', 700),
    },
  ]);
});

test('an advertisement watched a little early is asked for as told, and then paid', async () => {
  const watched: Claim = { ...claim('a', 7), call: 'watchAdReward' };
  const { send, time, news } = await start([watched]);
  await send.fail(refused('too_early', 700));
  time.increment(700);
  await settled();
  await send.answer({ reward: '0.0500', balance: '1.0500' });
  expect(news).toEqual([
    {
      type: 'claim.paid',
      claim: { ...watched, attempt: 2 },
      answer: { reward: '0.0500', balance: '1.0500' },
    },
  ]);
});

test('an advertisement followed offline is claimed when the line is back, once', async () => {
  const { actor, send, time, news, keys } = await start();
  actor.send({ type: 'claim.added', claim: { ...claim('a', 7), call: 'clickAdReward' } });
  await send.fail(offline);
  actor.send({ type: 'network.returned' });
  await settled();
  await send.answer({ reward: '0.0200', balance: '1.0200' });
  time.increment(60_000);
  await settled();
  expect(keys()).toEqual(['a-1', 'a-1']);
  expect(news).toHaveLength(1);
});

test('a refusal is an answer: the claim is told and dropped, the next one is sent', async () => {
  const { send, stored, news, keys } = await start([claim('a', 7), claim('b', 7)]);
  await send.fail(refused('already_rewarded'));
  expect(news).toEqual([
    { type: 'claim.refused', claim: claim('a', 7), failure: refused('already_rewarded') },
  ]);
  expect(stored()).toEqual(['b-1']);
  expect(keys()).toEqual(['a-1', 'b-1']);
});

test('what one user earned is never sent as another', async () => {
  const { actor, keys } = await start([claim('a', 7)], 8);
  expect([actor.getSnapshot().value, keys()]).toEqual(['empty', []]);
  actor.send({ type: 'session.started', userId: 7 });
  await settled();
  expect(keys()).toEqual(['a-1']);
});

test('an ended session keeps the claims', async () => {
  const { actor, send } = await start([claim('a', 7)]);
  await send.fail(ended);
  expect(actor.getSnapshot().value).toBe('blocked');
  expect(actor.getSnapshot().context.claims).toEqual([claim('a', 7)]);
});

test('the same claim twice is one claim', async () => {
  const { actor } = await start();
  actor.send({ type: 'claim.added', claim: claim('a', 7) });
  actor.send({ type: 'claim.added', claim: claim('a', 7) });
  expect(actor.getSnapshot().context.claims).toHaveLength(1);
});

test('the line coming back ends the wait', async () => {
  const { actor, send, keys } = await start([claim('a', 7)]);
  await send.fail(offline);
  actor.send({ type: 'network.returned' });
  await settled();
  expect(keys()).toEqual(['a-1', 'a-1']);
});
