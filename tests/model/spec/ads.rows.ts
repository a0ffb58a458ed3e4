import { answer } from '../samples.ts';
import type { Area } from './row.ts';

const adsTest = 'tests/browser/ads.test.ts';
const earned = {
  file: adsTest,
  title: 'an advertisement is watched and followed by keyboard alone, and pays for both',
};
const skipped = {
  file: adsTest,
  title:
    'it cannot be skipped before its time, may be left when it is broken, and plays after Retry',
};
const retried = {
  file: adsTest,
  title:
    'it cannot be skipped before its time, may be left when it is broken, and plays after Retry',
};

/** Advertisements between the clips; playing and watching one is the clip's own machine. */
export const ads: Area = {
  name: 'Advertisement video',
  rows: [
    {
      section: 2,
      spec: 'Advertisement: load error/retry',
      machine: 'video',
      from: 'playback.live.loadFailed',
      on: 'retry.pressed',
      to: 'playback.live.starting',
      shown: retried,
    },
    {
      section: 2,
      spec: 'Advertisement: volume toggle',
      machine: 'ad',
      from: 'locked',
      on: 'sound.changed',
      to: 'locked',
      sends: ['sound.changed'],
    },
    {
      section: 2,
      spec: 'Advertisement: countdown in seconds',
      machine: 'ad',
      on: 'xstate.init',
      to: 'locked',
      shown: skipped,
    },
    {
      section: 2,
      spec: 'Advertisement: the countdown is over, it may be skipped',
      machine: 'ad',
      from: 'locked',
      on: 'xstate.snapshot.clip',
      given: { snapshot: { context: { watchedMs: 3_000 } } },
      to: 'skippable',
      shown: skipped,
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the watch reward (earned)',
      machine: 'claim',
      from: 'sending',
      on: 'claim.paid',
      to: 'rewarded',
      leaves: { answer },
      shown: earned,
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the click reward (to earn)',
      machine: 'claim',
      on: 'xstate.init',
      to: 'open',
      leaves: { eligibility: 'open' },
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the click reward (earned)',
      machine: 'claim',
      from: 'rewarded.celebrating',
      on: 'xstate.after.celebration.claim.rewarded.celebrating',
      to: 'rewarded.shown',
      shown: earned,
    },
    {
      section: 2,
      spec: 'Advertisement: a learn-more call-to-action',
      machine: 'claim',
      from: 'open',
      on: 'claim.earned',
      to: 'sending',
      tells: ['claim.made'],
      shown: earned,
    },
    {
      section: 2,
      spec: 'Advertisements lie between the clips',
      machine: 'ads',
      from: 'loading',
      on: 'xstate.done.actor.loadAds',
      to: 'planned',
      tells: ['ads.planned'],
      shown: earned,
    },
  ],
};
