import type { Area } from './row.ts';
import { limit } from './shown.ts';

/** The reward of a day's first share. */
export const dailyShare: Area = {
  name: 'The daily share',
  rows: [
    {
      section: 4,
      spec: 'Daily share: another UTC date than the stored one claims the reward',
      step: 'dailyShare.idle --share.made--> idle',
      leaves: { claimed: [{ id: 'n-share-1-1', day: '2026-01-02' }] },
    },
    {
      section: 4,
      spec: 'Daily share: today’s date is stored on success',
      step: 'dailyShare.idle --share.paid--> idle',
      tells: [],
      leaves: { lastDay: '2026-01-02' },
      shown: limit,
    },
    {
      section: 4,
      spec: 'Daily share: otherwise the share count rises',
      step: 'dailyShare.counting --xstate.done.actor.incrementShare--> idle',
      tells: ['share.counted'],
    },
    {
      section: 4,
      spec: 'Daily share: a further share is counted (toast)',
      machine: 'dailyShare',
      news: { type: 'share.counted' },
      toast: 'Share counted.',
      shown: {
        file: 'tests/browser/share.test.ts',
        title:
          'a toast outlives its dialog; after a share sheet that closes at once the page says when a share counts',
      },
    },
    {
      section: 4,
      spec: 'Daily share: a second share waits while the first one is being counted',
      step: 'dailyShare.counting --share.made--> counting',
      leaves: { uncounted: [{ videoId: undefined }] },
    },
    {
      section: 8,
      spec: 'Daily share: the reward (toast)',
      machine: 'outbox',
      news: { type: 'claim.paid', claim: { call: 'claimShareReward' } },
      toast: '+0.05 for sharing',
      shown: limit,
    },
    {
      section: 8,
      spec: 'Daily share: the call failed (toast)',
      machine: 'dailyShare',
      news: { type: 'share.creditFailed', failure: { kind: 'offline' } },
      toast: 'Network error, please try again later.',
      shown: limit,
    },
    {
      section: 8,
      spec: 'Share-claim failure returns false: the day stays open',
      step: 'dailyShare.idle --share.refused--> idle',
      does: [],
      tells: ['share.creditFailed'],
      leaves: { lastDay: null },
    },
    {
      section: 4,
      spec: 'Daily share: the app asks the server each day whether today’s reward is paid',
      holder: 'the reward log of the server',
      shown: {
        file: 'tests/browser/tasks.test.ts',
        title: 'a share that was paid on another device is shown as paid until the UTC day ends',
      },
    },
    {
      section: 4,
      spec: 'A visitor’s share earns no reward, and the dialog asks the visitor to log in',
      holder: 'the share dialog, by the state of auth',
      shown: {
        file: 'tests/browser/share.test.ts',
        title:
          'a visitor who presses Share before its script has loaded shares the plain link, and is asked to log in',
      },
    },
  ],
};
