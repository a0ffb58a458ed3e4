import { describe, expect, test } from 'vitest';
import { type AnyActorRef, type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { RoutedEvent } from '../../machines/app/events.ts';
import { commandsFor, routes } from '../../machines/app/routes.ts';
import type { Claim } from '../../machines/outbox/claim.ts';
import type { BatchResults } from '../../machines/outbox/context.ts';
import { outboxMachine } from '../../machines/outbox/outbox.machine.ts';
import { childIds, mockFeed, startRoot, startWatching } from './app.root.ts';
import { mockClaimStore } from './mock-claim-store.ts';
import { idleOwner } from './mock-root.ts';
import { routed } from './models.app.ts';
import { answer, claim, member, offline, refused } from './samples.ts';
import { controlledPromise } from './scenarios.ts';

const here = { recipient: null, isOtherWindow: false, isBackdated: false };

const routedEvents = routed.filter((event): event is RoutedEvent => event.type in routes);

describe('a claim', () => {
  async function claiming() {
    const send = controlledPromise<BatchResults, { claims: Claim[] }>();
    const outbox = outboxMachine.provide({
      actors: {
        runStore: mockClaimStore().logic,
        sendClaims: send.logic,
      },
    });
    const all = startRoot({ outbox });
    all.open('feed');
    all.identify(7);
    await all.arriveWith('feed', [{ id: 'feed', logic: mockFeed, input: undefined } as never]);
    all.time.increment(20_000);
    const feed = all.root.getSnapshot().children.feed as AnyActorRef;
    const recipient = feed.getSnapshot().children.claim;
    feed.send({ type: 'clip.watched' });
    return { ...all, send, recipient };
  }

  test('goes to the outbox with the user’s id, and its answer to the actor that made the claim', async () => {
    const { send, recipient, toasts, time, of } = await claiming();
    expect(send.inputs()).toEqual([{ claims: [claim('n-0-1-1', 7)] }]);
    expect(recipient.getSnapshot().value).toBe('sending');
    await send.answer({ results: [{ id: 'n-0-1-1', answer }], gone: [] });
    time.increment(0);
    expect(recipient.getSnapshot().value).toEqual({ rewarded: 'celebrating' });
    expect(toasts()).toEqual([]);
    expect(of('auth')).toEqual([
      { type: 'balance.changed', balance: answer.balance, isShown: false },
    ]);
  });

  test('has its refusal sent to the actor that made the claim', async () => {
    const { send, recipient, toasts, time } = await claiming();
    await send.fail(refused('unknown_video'));
    time.increment(0);
    expect(recipient.getSnapshot().value).toBe('refused');
    expect(toasts()).toEqual([]);
  });
});

describe('a claim that no actor waits for', () => {
  test('is answered by a toast if its actor has ended, or was never on this page', async () => {
    const { root, toasts, time } = await startWatching();
    const recipient = idleOwner();
    recipient.stop();
    root.send({ type: 'claim.paid', claim: claim('gone-1', 7), answer, ...here, recipient });
    root.send({ type: 'claim.refused', claim: claim('gone-2', 7), failure: offline, ...here });
    root.send({
      type: 'claim.refused',
      claim: claim('gone-3', 7),
      failure: refused('already_rewarded'),
      ...here,
    });
    // only the window that has sent the claim shows a toast
    const claimed = { type: 'claim.paid', claim: claim('gone-4', 7), answer } as const;
    root.send({ ...claimed, ...here, isOtherWindow: true });
    time.increment(0);
    expect(toasts()).toEqual([
      { kind: 'claimPaid', amounts: [answer.reward] },
      { kind: 'failure', failure: offline },
    ]);
  });

  test('is refused at once if nobody is logged in', async () => {
    const { root, of, time, toasts } = startRoot();
    const told: AnyEventObject[] = [];
    const recipient = createActor(
      fromCallback(({ receive }) => receive((event) => told.push(event))),
    ).start();
    root.send({
      type: 'claim.made',
      claim: { id: 'n-0-1-1', call: 'record', itemId: 3 },
      recipient,
    });
    time.increment(0);
    expect([of('outbox'), toasts()]).toEqual([[], []]);
    expect(told).toEqual([{ type: 'claim.refused', failure: { kind: 'sessionEnded', code: 401 } }]);
  });
});

describe('a routed event', () => {
  const start = (ids: typeof childIds) =>
    ids.filter((id) => id !== 'auth' && id !== 'outbox' && id !== 'feed');

  test('reaches each running child of its route, and no other', async () => {
    const all = startRoot();
    all.open('feed');
    all.identify(7);
    await all.arrive('feed', 'feed', ...start(childIds));
    all.heard.length = 0;
    for (const event of routedEvents) {
      const { context } = all.root.getSnapshot();
      const expected = commandsFor(event, context).filter((each) => 'to' in each);
      all.root.send(event);
      expect({ event, heard: all.heard }).toEqual({ event, heard: expected });
      all.heard.length = 0;
    }
    expect(all.errors).toEqual([]);
  });

  test('is dropped if its child does not run', async () => {
    const all = await startWatching();
    all.heard.length = 0;
    for (const event of routedEvents) all.root.send(event);
    expect(all.errors).toEqual([]);
    expect(all.root.getSnapshot().status).toBe('active');
    const reached = new Set(all.heard.map(({ to }) => to));
    expect([...reached].sort()).toEqual(['auth', 'earning', 'feed', 'outbox']);
  });
});

test.each([
  ['unsupported', false, 'impossible'],
  // on an iPhone only apps of the home screen have notifications
  ['unsupported', true, 'byHand'],
  ['denied', true, 'byHand'],
  ['default', false, 'declined'],
  ['granted', true, 'ready'],
] as const)(
  'the permission "%s", with needsInstall %s, leaves the task %s',
  (permission, needsInstall, preparation) => {
    const event = { type: 'push.answered', permission, needsInstall } as const;
    expect(commandsFor(event, member)).toEqual([
      { to: 'tasks', event: { type: 'task.prepared', task: 'notification', preparation } },
    ]);
  },
);

test.each([
  ['nothing was given', [], null, false],
  ['a reward was given', [{ type: 'registration', amount: '1.0000' }], null, true],
  ['a reward was refused', [], refused('invalid_watch_ticket'), true],
])('a welcome is shown only for a given or refused reward: %s', (_, rewards, refusal, isTold) => {
  const event = { type: 'reward.welcomed', rewards, refusal, balance: '1.0000' } as never;
  const toasts = commandsFor(event, member).filter((each) => 'toast' in each);
  expect(toasts).toEqual(isTold ? [{ toast: { kind: 'welcomed', rewards, refusal } }] : []);
});

test('a backdated claim is paid, and does not change today’s counts', () => {
  const context = startRoot().root.getSnapshot().context;
  const limited = { ...answer, remaining_today: 0 };
  const counts = (isBackdated: boolean) =>
    commandsFor(
      { type: 'claim.paid', claim: claim('a', 7), answer: limited, ...here, isBackdated },
      context,
    ).filter((each) => 'to' in each && (each.to === 'feed' || each.to === 'earning'));
  const paidOne = {
    to: 'earning',
    event: { type: 'count.changed', remaining: undefined, isPaused: false },
  };
  expect(counts(false)).toHaveLength(2);
  // a payment on any day shows that rewards are not paused
  expect(counts(true)).toEqual([paidOne]);
  const refusals = (isBackdated: boolean) =>
    commandsFor(
      {
        ...{ type: 'claim.refused', claim: claim('a', 7), ...here, isBackdated },
        failure: refused('daily_limit_reached'),
      },
      context,
    ).filter((each) => 'to' in each && each.to === 'earning');
  expect(refusals(false)).toHaveLength(1);
  expect(refusals(true)).toEqual([]);
});

test('a page with unpersisted claims is not reloaded, also by actors that start later', async () => {
  const { root, open, fail, of, orders, arrive } = await startWatching();
  root.send({ type: 'feed.clipPlaying' });
  await arrive('second', 'connectivity');
  root.send({ type: 'unpersisted.changed', isAny: true });
  root.send({ type: 'page.idle' });
  await arrive('third', 'appUpdate');
  expect(of('appUpdate')).toEqual([{ type: 'unpersisted.changed', isAny: true }]);
  open('invite');
  await fail('invite');
  root.send({ type: 'connectivity.restored' });
  expect(orders).not.toContain('page.reload');
  root.send({ type: 'unpersisted.changed', isAny: false });
  expect(of('connectivity').filter(({ type }) => type === 'connectivity.doubted')).toHaveLength(2);
  root.send({ type: 'connectivity.restored' });
  expect(orders.at(-1)).toBe('page.reload');
});

test.each(['mine', 'feed'] as const)(
  'Share, pressed before its module is loaded, opens only if the screen is still the feed: %s',
  async (screen) => {
    const { root, open, arrive, of } = await startWatching();
    root.send({ type: 'feed.clipPlaying' });
    await arrive('second', 'locale');
    root.send({ type: 'share.pressed' });
    open(screen);
    root.send({ type: 'page.idle' });
    await arrive('third', 'share-feed');
    expect(of('share-feed')).toEqual(screen === 'feed' ? [{ type: 'share.pressed' }] : []);
  },
);
