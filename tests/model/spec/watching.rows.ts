import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area } from './row.ts';

const feedTest = 'tests/browser/feed.test.ts';
const statesTest = 'tests/browser/feed-states.test.ts';
const shareTest = 'tests/browser/share.test.ts';

const midnight = {
  file: 'tests/browser/feed-limit.test.ts',
  title: 'an app that stays open over midnight earns on, and one that slept over it does too',
};

/** Clips: the feed, one clip on it, and the day's limit. */
export const watching: Area = {
  name: 'Short video',
  rows: [
    {
      section: 2,
      spec: 'Short video: the list waits until the clip that came with the page plays',
      machine: 'feed',
      from: 'list.waiting',
      on: 'clip.playing',
      to: 'list.loading',
      shown: {
        file: 'tests/model/feed.test.ts',
        title: 'the list is asked for once the clip that came with the page plays',
      },
    },
    {
      section: 2,
      spec: 'Short video: loading (the list)',
      machine: 'feed',
      state: 'list.loading',
      shown: { file: statesTest, title: 'a list that is on its way, that fails, and that ends' },
    },
    {
      section: 8,
      spec: 'Video: failed to load (the list)',
      machine: 'feed',
      state: 'list.failed',
      message: ({ context }) => failureText(context.failure),
      says: 'Network error, please try again later.',
      shown: { file: statesTest, title: 'a list that is on its way, that fails, and that ends' },
    },
    {
      section: 4,
      spec: 'Video: loading',
      machine: 'video',
      state: 'playback.live.starting',
    },
    {
      section: 2,
      spec: 'Short video: load error with retry (the clip)',
      machine: 'video',
      state: 'playback.live.loadFailed',
      shown: {
        file: 'tests/browser/feed-states.test.ts',
        title: 'a clip that takes too long says so, and Retry plays it',
      },
    },
    {
      section: 4,
      spec: 'Video: error, then retry',
      machine: 'video',
      from: 'playback.live.loadFailed',
      on: 'retry.pressed',
      to: 'playback.live.starting',
      shown: {
        file: 'tests/browser/feed-states.test.ts',
        title: 'a clip that takes too long says so, and Retry plays it',
      },
    },
    {
      section: 2,
      spec: 'Short video: timeout with retry',
      machine: 'video',
      state: 'playback.live.timedOut',
      shown: { file: statesTest, title: 'a clip that takes too long says so, and Retry plays it' },
    },
    {
      section: 4,
      spec: 'Video: timeout, then retry',
      machine: 'video',
      from: 'playback.live.timedOut',
      on: 'retry.pressed',
      to: 'playback.live.starting',
      shown: { file: statesTest, title: 'a clip that takes too long says so, and Retry plays it' },
    },
    {
      section: 2,
      spec: 'Short video: tap to play',
      machine: 'video',
      state: 'playback.live.tapToPlay',
      shown: { file: feedTest, title: 'a browser that refuses autoplay gets "Tap to play"' },
    },
    {
      section: 2,
      spec: 'Short video: sound prompt',
      machine: 'video',
      state: 'sound.prompt',
      shown: {
        file: statesTest,
        title: 'what a visitor meets: the sound prompt, why nothing is earned, the hint to swipe',
      },
    },
    { section: 2, spec: 'Short video: sound off', machine: 'video', state: 'sound.muted' },
    {
      section: 2,
      spec: 'Short video: sound on',
      machine: 'video',
      state: 'sound.on',
      shown: {
        file: 'tests/browser/media.test.ts',
        title:
          'two videos never sound at once, and what is not seen does not play, gone in mid-swipe neither',
      },
    },
    { section: 4, spec: 'Video: playing', machine: 'video', state: 'playback.live.playing' },
    {
      section: 2,
      spec: 'Short video: countdown (the ring fills)',
      machine: 'claim',
      state: 'open',
    },
    {
      section: 2,
      spec: 'Short video: reward popup',
      machine: 'claim',
      state: 'rewarded.celebrating',
      shown: {
        file: 'tests/browser/journey.test.ts',
        title: 'the main job: register, watch, be paid, withdraw, be paid out',
      },
    },
    {
      section: 4,
      spec: 'Video: reward shown, only when the server gave it',
      machine: 'claim',
      from: 'sending',
      on: 'claim.paid',
      to: 'rewarded.celebrating',
      tells: [],
      leaves: { answer: { reward: '0.0500' } },
    },
    {
      section: 2,
      spec: 'Short video: swipe up for the next video',
      machine: 'video',
      state: 'playback.live.ended',
    },
    {
      section: 4,
      spec: 'Video: swipe up for next',
      machine: 'feed',
      from: 'stage.showing',
      on: 'swipe.settled',
      to: 'stage.showing',
      tells: ['feed.advanced', 'feed.clipsAhead'],
      shown: {
        file: feedTest,
        title:
          'the element that came with the page is adopted; keyboard, wheel and button each go one on',
      },
    },
    {
      section: 4,
      spec: 'Daily reward limit: reaching it opens the share modal',
      machine: 'limit',
      from: 'open',
      on: 'count.changed',
      to: 'reached',
      tells: ['limit.reached'],
      shown: {
        file: shareTest,
        title: 'the daily limit opens the share dialog, and a share brings extra views',
      },
    },
    {
      section: 4,
      spec: 'Daily reward limit: a successful share grants extra views',
      machine: 'limit',
      from: 'addingViews',
      on: 'xstate.done.actor.addExtraViews',
      to: 'open',
      tells: ['limit.viewsAdded', 'limit.opened'],
      shown: {
        file: shareTest,
        title: 'the daily limit opens the share dialog, and a share brings extra views',
      },
    },
    {
      section: 4,
      spec: 'Daily reward limit: no extra views are left today',
      machine: 'limit',
      state: 'spent',
      shown: midnight,
    },
    {
      section: 9,
      spec: 'Daily reward count limit: another UTC day opens it again',
      machine: 'feed',
      from: 'list.exhausted',
      on: 'day.began',
      to: 'list.loading',
      leaves: { isOutdated: true },
      shown: midnight,
    },
    {
      section: 4,
      spec: 'Video: reward shown, also when the line came back later',
      machine: 'claim',
      from: 'kept',
      on: 'claim.paid',
      to: 'rewarded.shown',
      tells: ['claim.paidLate'],
      shown: {
        file: statesTest,
        title:
          'a reward is celebrated; one that cannot be sent is kept, then paid, or refused in the end',
      },
    },
  ],
};
