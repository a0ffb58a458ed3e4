import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Clip } from '../../machines/feed/slots.ts';
import type { AdActor, ClaimActor, ClipActor, FeedActor } from '../../src/screens/feed/actors.ts';
import { AdBadges } from '../../src/screens/feed/ad-badges.tsx';
import { AdCard } from '../../src/screens/feed/ad-card.tsx';
import CaptionsButton from '../../src/screens/feed/captions-button.tsx';
import { ClipNotices } from '../../src/screens/feed/clip-notices.tsx';
import { ClipOrigin } from '../../src/screens/feed/clip-origin.tsx';
import { ClipReward } from '../../src/screens/feed/clip-reward.tsx';
import { FeedButtons } from '../../src/screens/feed/feed-buttons.tsx';
import { FeedControls } from '../../src/screens/feed/feed-controls.tsx';
import { draw, mockActor, renderText } from './render.tsx';

const feed = mockActor<FeedActor>({
  value: { list: 'idle' },
  context: { isSoundOn: false },
});

const claimIn = (value: string, failure: object | null = null) =>
  mockActor<ClaimActor>({ value, context: { answer: null, failure }, hasTag: () => false });

/** A clip that pays after five seconds; the user has watched two. */
const clipIn = (claim: string, playback = 'playing', failure: object | null = null) =>
  mockActor<ClipActor>({
    value: { playback: { live: playback }, sound: 'quiet' },
    context: {
      video: { watch_seconds: 5, reward: '0.0500' },
      watchedMs: 2_000,
      hasEnded: false,
    },
    children: { claim: claimIn(claim, failure) },
  });

/** An advertisement; in the state `locked`, the user cannot skip it before it has played for 4 s. */
const adIn = (value: 'locked' | 'open', target_url = 'https://shoes.example.test/fresh') =>
  mockActor<AdActor>({
    value,
    context: {
      ad: {
        title: 'Fresh shoes',
        advertiser: 'The shoemaker',
        cta: 'Try them on',
        target_url,
        watch_reward: '0.0500',
        click_reward: '0.1000',
      },
      rules: { skippable_after_seconds: 4 },
    },
    children: { click: claimIn('open') },
  });

const ringOf = (claim: string) => draw(createElement(ClipReward, { feed, clip: clipIn(claim) }));

test.each([
  ['closed', 0],
  ['open', 40],
  ['sending', 100],
  ['rewarded', 100],
])(
  'the ring shows the watch time of a paying clip, and is full from the claim on: %s',
  (claim, now) => {
    expect(ringOf(claim)).toContain(`aria-valuenow="${now}"`);
  },
);

/** State of the machine `earning`: `remaining` clips can still be paid today. */
const earning = (remaining: number, isPaused = false) => ({
  earning: { context: { count: { remaining, dailyLimit: 20 }, isPaused } },
});
const unknownVideo = { kind: 'refused', reason: 'unknown_video' };

test.each([
  ['open', 3, 'playing', null, ''],
  ['open', 3, 'paused', null, 'Paused: not counting'],
  ['alreadyRewarded', 3, 'playing', null, 'Earned today'],
  ['closed', 0, 'playing', null, 'Daily limit reached'],
  ['refused', 3, 'playing', unknownVideo, 'This clip is no longer available.'],
] as const)(
  'a reason is shown only while a clip earns nothing: %s, %i left, %s, %o',
  async (claim, left, playback, failure, reason) => {
    const view = createElement(ClipReward, { feed, clip: clipIn(claim, playback, failure) });
    const shownReason = () =>
      /class="clip-why">(.*?)<.span/.exec(draw(view, earning(left)))?.[1] ?? '';
    // the texts of refusals are fetched at their first rendering
    await expect.poll(shownReason).toBe(reason);
  },
);

test('a clip shows its author and licence, and links to the original', () => {
  const video = { author: 'Ann', licence: 'CC BY 4.0', source_address: 'https://ann.example/koi' };
  const origin = (of: object) => createElement(ClipOrigin, { video: of as Clip['video'] });
  expect(renderText(origin(video))).toBe('Author and licence Ann · CC BY 4.0 The original');
  expect(draw(origin(video))).toMatch(/ href="https:..ann.example.koi" .*rel="noopener /);
  expect(renderText(origin({ ...video, licence: null }))).toBe(
    'Author and licence Ann The original',
  );
  expect(renderText(origin({ ...video, source_address: null }))).not.toContain('The original');
  expect(renderText(origin({ author: 'Ann', licence: null, source_address: null }))).toBe('');
});

test('a step of the ring takes no longer than the interval of the player’s reports', () => {
  // the HTML standard: a player reports its time at least every 250 ms
  const [, seconds] = /--step:([\d.]+)s/.exec(ringOf('open')) ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(0.25);
});

test.each([
  ['paused', ''],
  ['tapToPlay', 'Tap to play'],
  ['playing', ''],
])('only a clip with blocked playback shows “Tap to play”: %s', (playback, words) => {
  expect(renderText(createElement(ClipNotices, { clip: clipIn('open', playback) }))).toBe(words);
});

const AD_TEXT = 'Ad 3 seconds left 3 Fresh shoes The shoemaker · Try them on';

test('an advertisement shows its title and advertiser, and links to its address', () => {
  const view = createElement(AdCard, { ad: adIn('locked'), clip: clipIn('open') });
  expect(renderText(view)).toBe(`${AD_TEXT} Learn more`);
  expect(draw(view)).toContain('href="https://shoes.example.test/fresh"');
});

test('an advertisement with an address other than http has no link', () => {
  const ad = adIn('locked', 'javascript:alert(1)');
  const view = createElement(AdCard, { ad, clip: clipIn('open') });
  expect([renderText(view), draw(view).includes('href')]).toEqual([AD_TEXT, false]);
});

test.each([
  ['locked', 'Skip ad 2', 'aria-disabled="true"'],
  ['open', 'Skip ad', 'aria-disabled="false"'],
] as const)(
  'the skip button shows a countdown only while it is locked: %s',
  (value, words, how) => {
    const view = createElement(FeedButtons, { feed, clip: clipIn('open'), ad: adIn(value) });
    expect(renderText(view)).toBe(words);
    expect(draw(view)).toContain(how);
  },
);

test.each([
  ['open', false, 'Watch +0.05'],
  ['rewarded', true, 'Watch +0.05 Earned'],
  ['alreadyRewarded', true, 'Watch +0.05 Earned today'],
  ['closed', false, 'Watch +0.05 Daily limit reached'],
])('only the badge of a paid advertisement has a tick: %s', (claim, isTicked, words) => {
  const props = { feed, ad: adIn('open', ''), clip: clipIn(claim) };
  const view = createElement(AdBadges, props);
  const known = { earning: { context: { count: { remaining: 3 }, isPaused: false } } };
  expect([renderText(view, known), draw(view, known).includes('<svg')]).toEqual([words, isTicked]);
});

test.each([
  ['clip', null],
  ['ad', 'Advertisement'],
])('only over an advertisement, the controls are a named region: %s', (kind, name) => {
  const ad = mockActor<AdActor>({ ...adIn('open').getSnapshot(), children: {} });
  const feedWith = mockActor<FeedActor>({
    value: { list: 'idle' },
    context: { index: 0, slots: [{ kind }], plan: null, isSoundOn: false },
    children: kind === 'ad' ? { 'clip-0': ad } : {},
  });
  const html = draw(createElement(FeedControls, { feed: feedWith }));
  expect(/<section [^>]*aria-label="([^"]*)"/.exec(html)?.[1] ?? null).toBe(name);
});

test('the captions button is not shown before the captions actor starts', () => {
  expect(draw(createElement(CaptionsButton, { feed, captions: [] }))).toBe('');
});
