import { answer } from '../samples.ts';
import type { Area } from './row.ts';

const adsTest = 'tests/browser/ads.test.ts';
const earned = {
  file: adsTest,
  title: 'by keyboard alone an ad is watched and followed, and both are paid',
};
const skipped = {
  file: adsTest,
  title: 'an ad can be skipped after its time or when it fails to load, and plays after Retry',
};
const retried = {
  file: adsTest,
  title: 'an ad can be skipped after its time or when it fails to load, and plays after Retry',
};

/** Advertisements between the clips; the rows of a clip cover their playing. */
export const ads: Area = {
  name: 'Advertisement video',
  rows: [
    {
      section: 2,
      spec: 'Advertisement: load error/retry',
      step: 'video.playback.live.loadFailed --retry.pressed--> playback.live.starting',
      shown: retried,
    },
    {
      section: 2,
      spec: 'Advertisement: volume toggle',
      step: 'ad.locked --sound.changed--> locked',
      sends: ['sound.changed'],
    },
    {
      section: 2,
      spec: 'Advertisement: countdown in seconds',
      step: 'ad --xstate.init--> locked',
      shown: skipped,
    },
    {
      section: 2,
      spec: 'Advertisement: the countdown is over, the advertisement may be skipped',
      step: 'ad.locked --xstate.snapshot.clip--> skippable',
      given: { snapshot: { context: { watchedMs: 3_000 } } },
      shown: skipped,
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the watch reward (earned)',
      step: 'claim.sending --claim.paid--> rewarded',
      leaves: { answer },
      shown: earned,
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the click reward (to earn)',
      step: 'claim --xstate.init--> open',
      leaves: { eligibility: 'open' },
    },
    {
      section: 2,
      spec: 'Advertisement: badge for the click reward (earned)',
      step: 'claim.rewarded.celebrating --xstate.after.celebration.claim.rewarded.celebrating--> rewarded.shown',
      shown: earned,
    },
    {
      section: 2,
      spec: 'Advertisement: a learn-more call-to-action',
      step: 'claim.open --claim.earned--> sending',
      tells: ['claim.made'],
      shown: earned,
    },
    {
      section: 2,
      spec: 'Advertisements lie between the clips',
      step: 'ads.loading --xstate.done.actor.loadAds--> planned',
      tells: ['ads.planned'],
      shown: earned,
    },
  ],
};
