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
    },
    {
      section: 2,
      spec: 'Advertisement: countdown in seconds',
      machine: 'ad',
      state: 'locked',
      shown: skipped,
    },
    {
      section: 2,
      spec: 'Advertisement: the countdown is over, it may be skipped',
      machine: 'ad',
      state: 'skippable',
      shown: skipped,
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the watch reward (earned)',
      machine: 'claim',
      state: 'rewarded',
      shown: earned,
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the click reward (to earn)',
      machine: 'claim',
      state: 'open',
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the click reward (earned)',
      machine: 'claim',
      state: 'rewarded.shown',
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
      state: 'planned',
      shown: earned,
    },
  ],
};
