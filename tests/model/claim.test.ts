import { expect, test } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { claimMachine, type RewardEligibility } from '../../machines/claim.machine.ts';
import { selectRefusal } from '../../machines/claim.selectors.ts';
import { playing, ready, start, watched } from './feed.stage.ts';
import { someOwner } from './hearing.ts';
import { answer, ended, page, refused } from './samples.ts';

const TIMEOUT_MS = 15_000;

/** A clip on the stage that was watched for long enough, and what it has told the root since. */
async function startClaimed() {
  const feed = start();
  await feed.list.answer(page(4));
  feed.elements.report(0, ready);
  feed.elements.report(0, playing);
  feed.elements.report(0, watched);
  const recipient: AnyActorRef = feed.heard.find(({ type }) => type === 'claim.made')?.recipient;
  feed.heard.length = 0;
  const late = () => feed.heard.filter(({ type }) => type.endsWith('Late'));
  return { ...feed, late, recipient };
}

/** The same when no answer has come in time. */
async function startQueued() {
  const feed = await startClaimed();
  feed.time.increment(TIMEOUT_MS - 1);
  expect(feed.claimState(0)).toBe('sending');
  feed.time.increment(1);
  return feed;
}

test('what is paid in time is celebrated by the clip itself, for a moment', async () => {
  const { claimAt, pay, late, time } = await startClaimed();
  pay(answer);
  expect(claimAt(0).value).toEqual({ rewarded: 'celebrating' });
  time.increment(2_499);
  expect(claimAt(0).value).toEqual({ rewarded: 'celebrating' });
  time.increment(1);
  expect(claimAt(0).value).toEqual({ rewarded: 'shown' });
  expect(late()).toEqual([]);
});

test('what the outbox pays in the end is earned, with the server’s answer, said once elsewhere', async () => {
  const { claimState, claimAt, pay, late } = await startQueued();
  expect(claimState(0)).toBe('queued');
  pay(answer);
  expect(claimAt(0).value).toEqual({ rewarded: 'shown' });
  expect(claimAt(0).context.answer).toEqual(answer);
  expect(late()).toEqual([{ type: 'claim.paidLate', answer }]);
});

test.each([
  ['already_rewarded', 'alreadyRewarded'],
  ['daily_limit_reached', 'closed'],
  ['unknown_video', 'refused'],
] as const)('a claim refused as %s is %s, in time as in the end', async (reason, state) => {
  const failure = refused(reason);
  for (const begin of [startClaimed, startQueued]) {
    const { claimState, claimAt, refuse, late } = await begin();
    refuse(failure);
    expect(claimState(0)).toBe(state);
    expect(selectRefusal(claimAt(0))).toEqual(state === 'refused' ? failure : null);
    const told = begin === startQueued ? [{ type: 'claim.refusedLate', failure }] : [];
    expect(late()).toEqual(told);
  }
});

test('a claim that the server cannot take is refused, not kept: the outbox has dropped it', async () => {
  const { refuse, claimState } = await startClaimed();
  refuse({ kind: 'faulted', status: 404 });
  expect(claimState(0)).toBe('refused');
});

test('nobody is there any more to claim it: a visitor earns nothing', async () => {
  const { refuse, claimState } = await startClaimed();
  refuse(ended);
  expect(claimState(0)).toBe('closed');
});

test('a clip that left the stage before it was paid is counted all the same', async () => {
  const { feed, claims, pay, remaining, swipeTo } = await startQueued();
  const [claim] = claims;
  for (const index of [1, 2, 3]) swipeTo(index);
  expect(remaining()).toBe(10);
  pay(answer, claim);
  expect(remaining()).toBe(4);
  const { clips } = feed.getSnapshot().context;
  expect(clips.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true]);
});

test('a claim comes with the actor that has earned it, which runs while its clip is near', async () => {
  const { recipient, swipeTo } = await startQueued();
  const find = () => [recipient.id, recipient.getSnapshot().status];
  expect(find()).toEqual(['claim', 'active']);
  swipeTo(1);
  swipeTo(2);
  expect(find()).toEqual(['claim', 'stopped']);
});

test('a clip that comes back on another day claims under a name that was never used', async () => {
  const { feed, list, elements, pay, swipeTo, claimIds } = await startClaimed();
  pay(answer);
  for (const index of [1, 2]) swipeTo(index);
  feed.send({ type: 'day.began' });
  await list.answer(page(4));
  for (const index of [1, 0]) swipeTo(index);
  elements.report(0, playing);
  elements.report(0, watched);
  const [first, second] = claimIds();
  expect(first).toBe('n-0-1-1');
  expect(second).toMatch(/^n-\d-1-1$/);
  expect(second).not.toBe(first);
});

/** A claim that stands alone, as much as is known of what it claims. */
const claimOf = (eligibility: RewardEligibility) =>
  createActor(claimMachine, {
    input: {
      idPrefix: 'n-0-1',
      claimable: { call: 'record', itemId: 1 },
      eligibility,
      owner: someOwner(),
    },
  }).start();

const undecided = ['open', 'closed'] as const;

test.each(undecided)(
  '%s is what is known now, and is decided anew by what is known next',
  (from) => {
    for (const type of ['eligibility.known', 'eligibility.renewed'] as const) {
      for (const to of [...undecided, 'alreadyRewarded'] as const) {
        const claim = claimOf(from);
        expect(claim.getSnapshot().value).toBe(from);
        claim.send({ type, eligibility: to });
        expect(claim.getSnapshot().value).toBe(to);
      }
    }
  },
);

test('what was paid today can be earned again on another day, and not before', () => {
  const claim = claimOf('alreadyRewarded');
  claim.send({ type: 'eligibility.known', eligibility: 'open' });
  claim.send({ type: 'eligibility.renewed', eligibility: 'alreadyRewarded' });
  expect(claim.getSnapshot().value).toBe('alreadyRewarded');
  claim.send({ type: 'eligibility.renewed', eligibility: 'open' });
  expect(claim.getSnapshot().value).toBe('open');
});

test.each([
  ['paid', { type: 'claim.paid', answer }],
  ['refused', { type: 'claim.refused', failure: refused('unknown_video') }],
] as const)('once it is renewed, nothing is left of a claim that was %s', (_, outcome) => {
  const claim = claimOf('open');
  claim.send({ type: 'claim.earned' });
  claim.send(outcome);
  claim.send({ type: 'eligibility.renewed', eligibility: 'closed' });
  const { value, context } = claim.getSnapshot();
  expect([value, context.answer, context.failure]).toEqual(['closed', null, null]);
});

test('what was kept over midnight and is paid for that day leaves the new one to be earned', async () => {
  const { feed, list, elements, claimAt, claimState, recipient, claimIds, late } =
    await startQueued();
  feed.send({ type: 'day.began' });
  await list.answer(page(4));
  const paid = { type: 'claim.paid', answer, isBackdated: true } as const;
  recipient.send(paid);
  expect([claimState(0), claimAt(0).context.answer]).toEqual(['open', null]);
  expect(late()).toEqual([{ type: 'claim.paidLate', answer }]);
  elements.report(0, watched);
  expect(claimIds()).toEqual(['n-0-1-1', 'n-0-1-2']);
});
