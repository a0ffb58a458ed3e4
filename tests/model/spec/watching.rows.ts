import { failureText } from '../../../src/i18n/refusals.ts';
import { dailyLimit } from './earning.rows.ts';
import type { Area } from './row.ts';

const feedTest = 'tests/browser/feed.test.ts';
const statesTest = 'tests/browser/feed-states.test.ts';
const slow = {
  file: statesTest,
  title: 'a clip whose loading times out says so, and Retry plays the clip',
};

/** Clips: the feed, one clip on it, and the daily limit. */
export const watching: Area = {
  name: 'Short video',
  rows: [
    {
      section: 2,
      spec: 'Short video: the list waits until the clip that came with the page plays',
      step: 'feed.list.waiting --clip.playing--> list.loading',
    },
    {
      section: 2,
      spec: 'Short video: loading (the list)',
      step: 'feed --xstate.init--> list.loading',
      shown: { file: statesTest, title: 'the list of clips loads, fails, and ends' },
    },
    {
      section: 8,
      spec: 'Video: failed to load (the list)',
      machine: 'feed',
      on: 'xstate.error.actor.loadClips',
      state: 'list.retrying',
      message: ({ context }) => failureText(context.failure),
      says: 'Network error, please try again later.',
      shown: { file: statesTest, title: 'the list of clips loads, fails, and ends' },
    },
    {
      section: 2,
      spec: 'Short video: the page’s address names a clip that is no longer available',
      machine: 'feed',
      news: { type: 'feed.listLoaded', isLinkGone: true },
      toast: 'This clip is no longer available.',
      shown: {
        file: 'tests/browser/clip-links.test.ts',
        title: 'a link to a clip that no longer exists opens the feed as usual, with one toast',
      },
    },
    {
      section: 4,
      spec: 'Video: loading',
      step: 'video.playback.standby --stage.entered--> playback.live.starting',
    },
    {
      section: 2,
      spec: 'Short video: load error with retry (the clip)',
      step: 'video.playback.live.starting --media.failed--> playback.live.loadFailed',
      tells: ['clip.failed'],
      shown: slow,
    },
    {
      section: 4,
      spec: 'Video: error, then retry',
      step: 'video.playback.live.loadFailed --retry.pressed--> playback.live.starting',
      shown: slow,
    },
    {
      section: 2,
      spec: 'Short video: timeout with retry',
      step: 'video.playback.live.starting --xstate.after.startTimeout.video.playback.live.starting--> playback.live.timedOut',
      tells: ['clip.failed'],
      shown: slow,
    },
    {
      section: 4,
      spec: 'Video: timeout, then retry',
      step: 'video.playback.live.timedOut --retry.pressed--> playback.live.starting',
      shown: slow,
    },
    {
      section: 2,
      spec: 'Short video: tap to play',
      step: 'video.playback.live.starting --media.playRefused--> playback.live.tapToPlay',
      shown: { file: feedTest, title: 'a browser that refuses autoplay gets "Tap to play"' },
    },
    {
      section: 2,
      spec: 'Short video: sound prompt',
      step: 'video.sound.muted --media.playing--> sound.prompt',
      leaves: { isSoundPromptDue: false },
      shown: {
        file: statesTest,
        title: 'a visitor sees the sound prompt, the block reason, and the hint to swipe',
      },
    },
    {
      section: 2,
      spec: 'Short video: sound off',
      step: 'video.sound.on --sound.changed--> sound.muted',
      given: { isOn: false },
      leaves: { isSoundOn: false },
    },
    {
      section: 2,
      spec: 'Short video: sound on',
      step: 'video.sound.muted --sound.changed--> sound.on',
      given: { isOn: true },
      leaves: { isSoundOn: true },
      shown: {
        file: 'tests/browser/media.test.ts',
        title:
          'two videos never sound at once, and a hidden video does not play, even after an aborted swipe',
      },
    },
    {
      section: 4,
      spec: 'Video: playing',
      step: 'video.playback.live.starting --media.playing--> playback.live.playing',
      tells: ['clip.began'],
    },
    {
      section: 2,
      spec: 'Short video: countdown (the ring fills)',
      step: 'claim.unknown --eligibility.known--> open',
      given: { eligibility: 'open' },
    },
    {
      section: 2,
      spec: 'Short video: reward popup',
      step: 'claim.sending --claim.paid--> rewarded.celebrating',
      tells: [],
      shown: {
        file: 'tests/browser/journey.test.ts',
        title: 'a visitor registers, watches, is paid, withdraws and is paid out',
      },
    },
    {
      section: 4,
      spec: 'Video: reward shown, only when the server gave it',
      step: 'claim.sending --claim.paid--> rewarded.celebrating',
      tells: [],
      leaves: { answer: { reward: '0.0500' } },
    },
    {
      section: 2,
      spec: 'Short video: swipe up for the next video',
      step: 'video.playback.live.playing --media.ended--> playback.live.ended',
      tells: ['clip.rested'],
    },
    {
      section: 4,
      spec: 'Video: swipe up for next',
      step: 'feed.stage.showing --swipe.settled--> stage.showing',
      tells: ['feed.advanced', 'feed.clipsAhead'],
      shown: {
        file: feedTest,
        title:
          'the page’s video element is adopted; keyboard, wheel and button each move one clip on',
      },
    },
    ...dailyLimit,
    {
      section: 4,
      spec: 'Video: reward shown, also when its claim was paid after a wait in the queue',
      step: 'claim.queued --claim.paid--> rewarded.shown',
      tells: ['claim.paidLate'],
      shown: {
        file: statesTest,
        title: 'a reward is celebrated; an unsent claim is queued, then paid or refused',
      },
    },
  ],
};
