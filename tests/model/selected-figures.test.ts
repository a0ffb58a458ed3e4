import { describe, expect, test } from 'vitest';
import { selectIsFollowable, selectSkippableAfter } from '../../machines/ad.selectors.ts';
import { selectPerson } from '../../machines/app/app.selectors.ts';
import { selectDataUsed } from '../../machines/data-used.selectors.ts';
import {
  selectEarningAtEnd,
  selectHasAds,
  selectIsAtEnd,
} from '../../machines/feed/feed.selectors.ts';
import { selectHasMore, selectListState } from '../../machines/list.selectors.ts';
import { initialContext } from '../../machines/outbox/context.ts';
import {
  selectBlockReason,
  selectWaitingCount,
  selectWaitingSince,
} from '../../machines/outbox/outbox.selectors.ts';
import { queued } from '../../machines/outbox/queue.ts';
import { selectNeedsHomeScreen } from '../../machines/push/push.selectors.ts';
import {
  secondsLeft,
  selectSecondsLeft,
  selectWatchedFraction,
} from '../../machines/video/video.selectors.ts';
import { selectDebt } from '../../machines/withdrawal/withdrawal.selectors.ts';
import { ad, claim, faulted, offline, page, rules, video } from './samples.ts';

const known = (context: object) => ({ context }) as never;

test('a list has more if it shows some of its items, but not all', () => {
  const hasMore = (items: number, total: number) =>
    selectHasMore(known({ items: Array.from({ length: items }), total }));
  expect([hasMore(0, 3), hasMore(2, 3), hasMore(3, 3)]).toEqual([false, true, false]);
});

test.each([
  ['failed', { failure: faulted, page: 1, wanted: 1 }],
  ['failed', { failure: offline, page: 1, wanted: 2 }],
  ['offline', { failure: offline, page: 1, wanted: 1 }],
  ['offline', { failure: offline, page: 0, wanted: 1 }],
  ['awaited', { failure: null, page: 0, wanted: 1 }],
  ['growing', { failure: null, page: 1, wanted: 2 }],
  ['shown', { failure: null, page: 2, wanted: 2 }],
])('a list is %s', (state, context) => {
  expect(selectListState(known(context))).toBe(state);
});

test('the used data is the stored bytes and the uncounted bytes', () => {
  expect(selectDataUsed(known({ used: null, uncounted: 3 }))).toBeNull();
  expect(selectDataUsed(known({ used: { today: 40, month: 500 }, uncounted: 3 }))).toEqual({
    today: 43,
    month: 503,
  });
});

test('only an iPhone without the installed app needs its home screen', () => {
  const needs = (permission: string, needsInstall: boolean) =>
    selectNeedsHomeScreen(known({ permission, needsInstall }));
  expect([needs('unsupported', true), needs('unsupported', false), needs('default', true)]).toEqual(
    [true, false, false],
  );
});

describe('waiting rewards', () => {
  const claims = [
    { ...claim('late', 7), earnedAtMs: 500 },
    { ...claim('other', 8), earnedAtMs: 100 },
    { ...claim('paused', 7), earnedAtMs: 300 },
    { ...claim('fresh', 7), earnedAtMs: 200 },
    { ...claim('undated', 7), earnedAtMs: null },
  ];
  const [, , , fresh, undated] = claims.map((each) => queued(each, 'due', null));
  const outbox = (changes: object) =>
    known({
      ...initialContext,
      queue: claims.map((each) => ({
        ...queued(each, 'due', null),
        isDelayed: each.id === 'late',
        ...(each.id === 'paused' && { state: 'paused', wasPaused: true }),
      })),
      userId: 7,
      ...changes,
    });

  test.each([
    ['the delayed and the paused claims', {}, 2, 300],
    ['all claims of the user, offline', { isOffline: true }, 4, 200],
    ['all claims of the user, after a failed call', { failures: 1 }, 4, 200],
    ['no claims without a user', { userId: null, isOffline: true }, 0, null],
    ['the last claim in the queue', { queue: [fresh], failures: 1 }, 1, 200],
    ['a claim without a date', { queue: [undated], isOffline: true }, 1, null],
  ])('are %s', (_, changes, count, since) => {
    const state = outbox(changes);
    expect([selectWaitingCount(state), selectWaitingSince(state)]).toEqual([count, since]);
  });

  test.each([
    ['offline', { isOffline: true }],
    ['paused', {}],
    ['unanswered', { failures: 1 }],
    ['unanswered', { queue: [] }],
  ])('have the block reason %s', (blockReason, changes) => {
    expect(selectBlockReason(outbox(changes))).toBe(blockReason);
  });
});

describe('the feed', () => {
  const { clips } = page(2);
  test.each([
    ['visitor', 'visitor', clips],
    ['rewardsPaused', 'rewardsPaused', clips],
    ['open', 'open', clips],
    ['limitReached', 'limitReached', clips],
    ['limitReached', 'open', clips.map((clip) => ({ ...clip, isOpen: false }))],
  ] as const)('reports %s at its end if the earning status is %s', (prospect, limit, left) => {
    expect(selectEarningAtEnd(limit)(known({ clips: left }))).toBe(prospect);
  });

  test('is at its end after the last slot, and not before', () => {
    const isAtEnd = (index: number) => selectIsAtEnd(known({ index, slots: [{}, {}] }));
    expect([isAtEnd(1), isAtEnd(2)]).toEqual([false, true]);
  });

  test('has advertisements where one is planned', () => {
    const hasAds = (plan: unknown) => selectHasAds(known({ plan }));
    const offers = [{ ad: ad(1) }];
    expect([hasAds(null), hasAds({ offers: [] }), hasAds({ offers })]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

test('an advertisement can be followed only to a web address', () => {
  const isFollowable = (target_url: string) =>
    selectIsFollowable(known({ ad: ad(1, { target_url }) }));
  expect(['https://a.example', 'http://a.example'].map(isFollowable)).toEqual([true, true]);
  expect(['javascript:alert(1)', 'x-https://a'].map(isFollowable)).toEqual([false, false]);
  expect(selectSkippableAfter(known({ rules: rules(3) }))).toBe(3);
});

test('the seconds left to watch are whole, and never below zero', () => {
  expect([secondsLeft(5, 0), secondsLeft(5, 1), secondsLeft(5, 4_001)]).toEqual([5, 5, 1]);
  expect([secondsLeft(5, 5_000), secondsLeft(5, 9_000)]).toEqual([0, 0]);
  const clip = (watchedMs: number, watch_seconds = 5) =>
    known({ video: { ...video(1), watch_seconds }, watchedMs });
  expect(selectSecondsLeft(clip(2_500))).toBe(3);
  const fractions = [clip(0), clip(2_500), clip(9_000), clip(0, 0)].map(selectWatchedFraction);
  expect(fractions).toEqual([0, 0.5, 1, 0]);
});

test('a debt is shown only if it is above zero', () => {
  const debt = (owed: string | undefined) => selectDebt(known({ terms: { debt: owed } }));
  expect([debt(undefined), debt('0.0000'), debt('0.0500')]).toEqual([null, null, '0.0500']);
});

test('the person of the screen is the user’s id, or the visitor', () => {
  expect([selectPerson(known({ user: null })), selectPerson(known({ user: { id: 7 } }))]).toEqual([
    'visitor',
    7,
  ]);
});
