import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { ClaimCall } from '../../contract/claims.ts';
import type { RoutedEvent } from '../../machines/app/events.ts';
import { commandsFor } from '../../machines/app/routes.ts';
import type { Claim } from '../../machines/outbox/claim.ts';
import {
  adClaim,
  answer,
  claim,
  member,
  offline,
  refused,
  shareClaim,
  taskClaim,
  video,
} from './samples.ts';
import { told } from './told.ts';

const visitor = { ...member, isVisitor: true, user: null };
const at = (screen: (typeof member)['screen'], context = member) => ({ ...context, screen });

const renewed = 'auth: user.outdated';
const counted = 'earning: count.changed';
const balance = 'auth: balance.changed';
const clip = claim('n-0-1-1', 7);
const share = shareClaim('n-0-1-1', 7);
const task = taskClaim('n-0-1-1', 7);
const watched = adClaim('n-0-1-1', 7, 'watchAdReward');
const clicked = adClaim('n-0-1-1', 7, 'clickAdReward');
const recipient = createActor(
  fromCallback(() => undefined),
  { id: 'n-0-1' },
);
const here = { recipient, isOtherWindow: false, isBackdated: false };
const limited = refused('daily_limit_reached');
const shareCounted = ['earning: share.counted', 'sharedToday is old'];
const old = ['paidToday is old', 'rewards is old', 'earnings is old', 'withdrawal is old'];

/** By call: a claim, and its commands when paid, at the daily limit, and at another refusal. */
const outcomes: Record<ClaimCall, [Claim, paid: string[], limit: string[], refused: string[]]> = {
  record: [
    clip,
    ['feed: clip.paid', 'page.storePaid'],
    ['earning: count.changed', 'feed: earning.changed'],
    [],
  ],
  watchAdReward: [watched, ['ads: ad.earned'], ['ads: ad.limitReached'], []],
  clickAdReward: [clicked, ['ads: ad.earned'], ['ads: ad.limitReached'], []],
  claimShareReward: [
    share,
    ['says shareRewarded', ...shareCounted, 'dailyShare: share.paid'],
    ['dailyShare: share.refused'],
    ['dailyShare: share.refused'],
  ],
  claimTask: [
    task,
    ['says taskRewarded', 'tasks: task.paid'],
    ['tasks: task.refused'],
    ['tasks: task.refused'],
  ],
};
const calls = Object.keys(outcomes) as ClaimCall[];

test.each(calls)('a reward of %s updates balance and counts', (call) => {
  const [claimed, counts] = outcomes[call];
  const isStageClaim = claimed !== share && claimed !== task;
  const paid = (changes: object) =>
    told({ type: 'claim.paid', claim: claimed, answer, ...here, ...changes });
  const otherwise = `n-0-1: claim.paid, else ${isStageClaim ? 'claimPaid' : 'nothing'}`;
  expect(paid({})).toEqual([balance, otherwise, counted, ...counts, ...old]);
  // a backdated clip or advertisement does not count for today; a share or a task has the same commands
  const late = isStageClaim ? [] : counts;
  expect(paid({ isBackdated: true })).toEqual([balance, otherwise, counted, ...late, ...old]);
  // only the window that has sent the claim shows a toast
  const unsaid = counts.filter((each) => !each.startsWith('says'));
  const silent = [balance, 'n-0-1: claim.paid, else nothing', counted, ...unsaid, ...old];
  expect(paid({ isOtherWindow: true })).toEqual(silent);
});

test.each(calls)('a refusal of %s reaches its recipient, and counts a reached limit', (call) => {
  const [claimed, , atLimit, else_] = outcomes[call];
  const isStageClaim = claimed !== share && claimed !== task;
  const refusal = (failure: typeof offline, changes: object = {}) =>
    told({ type: 'claim.refused', claim: claimed, failure, ...here, ...changes });
  const otherwise = `n-0-1: claim.refused, else ${isStageClaim ? 'failure' : 'nothing'}`;
  expect(refusal(limited)).toEqual([otherwise, ...atLimit]);
  expect(refusal(refused('unknown_video'))).toEqual([otherwise, ...else_]);
  expect(refusal(limited, { isBackdated: true })).toEqual([otherwise, ...else_]);
  const unsaid = 'n-0-1: claim.refused, else nothing';
  expect(refusal(refused('already_rewarded'))[0]).toBe(unsaid);
  const heard = else_.map((each) => (claimed === share ? `${each}Elsewhere` : each));
  expect(refusal(offline, { isOtherWindow: true })).toEqual([unsaid, ...heard]);
});

test('the ads actor is told which action was paid or refused', () => {
  const actions = [watched, clicked].flatMap((claimed) =>
    [
      commandsFor({ type: 'claim.paid', claim: claimed, answer, ...here }, member),
      commandsFor({ type: 'claim.refused', claim: claimed, failure: limited, ...here }, member),
    ].flatMap((all) =>
      all.flatMap((each) => ('to' in each && each.to === 'ads' ? each.event : [])),
    ),
  );
  expect(actions).toMatchObject([
    ...[{ type: 'ad.earned', action: 'watch', adId: 3 }, { action: 'watch' }],
    ...[{ type: 'ad.earned', action: 'click', adId: 3 }, { action: 'click' }],
  ]);
});

test('the day’s remaining count is the answer’s, none at the limit, and unknown otherwise', () => {
  const left = (event: RoutedEvent) =>
    commandsFor(event, member).flatMap((each) =>
      'to' in each && each.to === 'earning' && 'remaining' in each.event
        ? (each.event.remaining ?? null)
        : [],
    );
  const { remaining_today: _, ...silent } = answer;
  expect(left({ type: 'claim.paid', claim: clip, answer, ...here })).toEqual([4]);
  expect(left({ type: 'claim.paid', claim: clip, answer: silent, ...here })).toEqual([null]);
  expect(left({ type: 'claim.refused', claim: clip, failure: limited, ...here })).toEqual([0]);
});

test('a delayed, paused or late claim shows a toast if nothing on the stage shows it', () => {
  const all = told({ type: 'claims.delayed', claims: [clip, watched, share, task] });
  expect(all).toEqual(['says claimDelayed', 'says claimDelayed', 'tasks: task.delayed']);
  const paused = (claimed: typeof clip, wasReported: boolean) =>
    told({ type: 'claim.paused', claim: claimed, recipient, wasReported });
  const toAll = ['n-0-1: claim.paused, else nothing', counted, 'feed: earning.changed'];
  expect(paused(clip, false)).toEqual(toAll);
  expect(paused(share, true)).toEqual(toAll);
  expect(paused(share, false)).toEqual([toAll[0], 'says claimDelayed', ...toAll.slice(1)]);
  const late = [
    ...told({ type: 'claim.paidLate', answer }),
    ...told({ type: 'claim.refusedLate', failure: offline }),
  ];
  expect(late).toEqual(['says claimPaid', 'says failure']);
});

const began = { type: 'clip.began', clip: video(1), isCounting: true } as const;

test.each([
  ['a member on the feed', at('feed'), true, true],
  ['a visitor on the feed', at('feed', visitor), true, false],
  ['a visitor on the landing page', at('newUser', visitor), true, true],
  ['a member on the landing page', at('newUser'), true, true],
  ['a visitor whose clip does not count', at('newUser', visitor), false, false],
])('clip.began reports whether the clip counts, for %s', (_, context, isCounting, expected) => {
  const [order] = commandsFor({ ...began, isCounting }, context);
  expect(order).toEqual({ to: 'nowPlaying', event: { ...began, isCounting: expected } });
});

test.each([
  ['mine', true],
  ['withdraw', true],
  ['feed', false],
  ['tasks', false],
] as const)('the screen %s shows an estimate in the local currency: %s', (screen, isInSight) => {
  const seen = isInSight ? [renewed] : [];
  expect(commandsFor({ type: 'withdrawal.loaded', balance: '1.0000' }, at(screen))).toMatchObject([
    { event: { isShown: isInSight } },
  ]);
  expect(told({ type: 'auth.paidElsewhere' }, at(screen))).toEqual([
    ...seen,
    ...['paidToday', 'sharedToday', 'rewards', 'earnings', 'withdrawal'].map(
      (id) => `${id} is old`,
    ),
  ]);
  const ofMoney = [renewed, 'corrections is old', 'withdrawInfo is old'];
  const opened = told({ type: 'screen.opened', screen }).filter((each) => ofMoney.includes(each));
  expect(opened).toEqual(isInSight ? ofMoney : []);
});

test.each([
  ['feed', ['share-invite', 'share-tasks']],
  ['invite', ['share-feed', 'share-limit', 'share-tasks']],
  ['tasks', ['share-feed', 'share-limit', 'share-invite']],
  ['login', ['share-feed', 'share-limit', 'share-invite', 'share-tasks']],
] as const)('opening %s sends screen.left to the share actors of other screens', (screen, left) => {
  const leaving = told({ type: 'screen.opened', screen }).filter((each) => /left$/.test(each));
  expect(leaving).toEqual(left.map((place) => `${place}: screen.left`));
});

test.each([
  ['the paid rewards', [{}], null, ['says welcomed']],
  ['the reason of the refusal', [], offline, ['says welcomed']],
  ['nothing without a reward and a refusal', [], null, []],
])('a welcome toast shows %s', (_, rewards, refusal, said) => {
  const event = {
    type: 'reward.welcomed',
    rewards: rewards as never,
    refusal,
    balance: '1',
  } as const;
  expect(told(event)).toEqual([...said, balance, 'rewards is old', 'earnings is old']);
});

test('a share is counted for the limit; the share of a visitor also shows a toast', () => {
  const made = { type: 'share.succeeded', day: '2026-01-02' } as const;
  expect(told(made)).toEqual(['dailyShare: share.made']);
  expect(told(made, visitor)).toEqual(['dailyShare: share.made', 'says sharedAsVisitor']);
  expect(told({ type: 'share.counted' })).toEqual(['says shareCounted', ...shareCounted]);
});

test('a toast names the missing step of a task, unless the screen shows it', () => {
  const lacks = (task: 'notification' | 'download_app', preparation: 'byHand' | 'declined') =>
    told({ type: 'task.notReady', task, preparation });
  expect(lacks('notification', 'byHand')).toEqual(['says notificationsNeeded']);
  expect(lacks('notification', 'declined')).toEqual(['says notificationsNeeded']);
  expect(lacks('download_app', 'byHand')).toEqual([]);
  expect(lacks('download_app', 'declined')).toEqual(['says installFirst']);
  const started = (task: 'notification' | 'download_app') => told({ type: 'task.started', task });
  expect([started('notification'), started('download_app')]).toEqual([
    ['push: enable.pressed'],
    ['install: install.pressed'],
  ]);
});

test('the end of an installation is sent to its task, successful or not', () => {
  const ended = (isInstalled: boolean) =>
    commandsFor({ type: 'install.ended', isInstalled }, member).map((each) =>
      'to' in each ? each.event : each,
    );
  const about = { task: 'download_app' };
  expect(ended(true)).toEqual([
    { type: 'readiness.changed', ...about, isReady: true },
    { type: 'task.prepared', ...about, preparation: 'ready' },
  ]);
  expect(ended(false)).toEqual([
    { type: 'readiness.changed', ...about, isReady: false },
    { type: 'task.prepared', ...about, preparation: 'declined' },
  ]);
});

test('a push message makes its data outdated; a denied permission shows a toast for the reminder', () => {
  const received = (kind: 'friend_joined' | 'withdrawal_paid' | 'daily_limit' | null) =>
    told({ type: 'push.received', kind });
  const always = [renewed, 'outbox: send.due', 'paidToday is old'];
  expect(received(null)).toEqual(always);
  expect(received('friend_joined')).toEqual([...always, 'friends is old']);
  expect(received('withdrawal_paid')).toEqual([
    ...always,
    'withdrawal is old',
    'withdrawals is old',
  ]);
  expect(received('daily_limit')).toEqual([...always, 'config is old', 'feed: limit.changed']);
  const refusal = (asker: 'reminder' | 'tasks') => told({ type: 'push.refused', asker });
  expect([refusal('reminder'), refusal('tasks')]).toEqual([['says notificationsDenied'], []]);
});
