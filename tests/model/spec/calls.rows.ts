import type { Area } from './row.ts';

const apiTest = 'tests/ui/api.test.ts';
const progressTest = 'tests/ui/page-progress.test.ts';

/** Failures of calls. */
export const calls: Area = {
  name: 'Calls',
  rows: [
    {
      section: 8,
      spec: 'Any other non-1 code: reject with the response body',
      holder: 'src/ports/api.ts',
      shown: {
        file: apiTest,
        title: 'any other code than 1 is rejected with the reason in the body',
      },
    },
    {
      section: 8,
      spec: 'HTTP-level error: reject',
      holder: 'src/ports/api.ts',
      shown: {
        file: apiTest,
        title: 'an answer with an error status, or without our envelope, is rejected',
      },
    },
    {
      section: 8,
      spec: 'HTTP-level error: a failure toast',
      machine: 'withdrawal',
      news: { type: 'withdrawal.failed', failure: { kind: 'faulted', status: 500 } },
      toast: 'Something went wrong on our side. Please try again.',
    },
    {
      section: 8,
      spec: 'Request set-up error, and no answer: reject',
      holder: 'src/ports/api.ts',
      shown: {
        file: apiTest,
        title: 'a request that cannot be made, or finds no connection, is rejected as offline',
      },
    },
    {
      section: 8,
      spec: 'Network error, try again later; request set-up error: a failure toast',
      machine: 'earning',
      news: { type: 'limit.viewsRefused', failure: { kind: 'offline' } },
      toast: 'Network error, please try again later.',
    },
    {
      section: 8,
      spec: 'A call that takes too long: a failure toast',
      machine: 'earning',
      news: { type: 'limit.viewsRefused', failure: { kind: 'timeout' } },
      toast: 'This took too long. Please try again.',
    },
  ],
};

/** Durations of toasts, delays and timeouts. */
export const figures: Area = {
  name: 'Toasts and times',
  rows: [
    {
      section: 9,
      spec: 'Toast default 2000 ms',
      holder: 'machines/app/toasts.ts',
      shown: {
        file: 'tests/model/toasts.test.ts',
        title: 'a toast disappears after 2 s, and can then be shown again',
      },
    },
    {
      section: 9,
      spec: 'Popup z-index starts at 2000',
      holder: 'src/ui/toaster.css',
      shown: {
        file: 'tests/browser/share.test.ts',
        title:
          'a toast outlives its dialog; after a share sheet that closes at once the page says when a share counts',
      },
    },
    {
      section: 9,
      spec: 'Page-load progress bar: minimum 0.3, speed 500 ms, trickle 200 ms',
      holder: 'src/app/shell/page-progress.ts',
      shown: {
        file: progressTest,
        title: 'the bar begins at 0.3, moves every 200 ms, and is removed 500 ms after the load',
      },
    },
    {
      section: 9,
      spec: 'Service worker activation timeout 10 s',
      holder: 'src/ports/push.ts',
      shown: {
        file: 'tests/ui/push-token.test.ts',
        title: 'a service worker that does not become active is given up after 10 s',
      },
    },
    {
      section: 2,
      spec: 'A queued reward is paid after its clip has left the feed',
      machine: 'outbox',
      news: { type: 'claim.paid' },
      toast: '+0.05 earned',
    },
    {
      section: 2,
      spec: 'A queued reward is paid while its clip is still in the feed',
      machine: 'claim',
      news: { type: 'claim.paidLate' },
      toast: '+0.05 earned',
    },
    {
      section: 4,
      spec: 'A claim of a task yields a reward (toast)',
      machine: 'outbox',
      news: { type: 'claim.paid', claim: { call: 'claimTask' } },
      toast: '+0.05 earned',
    },
    {
      section: 4,
      spec: 'A successful share grants extra views (toast)',
      machine: 'earning',
      news: { type: 'limit.viewsAdded' },
      toast: 'You can earn with 5 more videos today.',
    },
    {
      section: 4,
      spec: 'The extra views failed: the share dialog stays',
      step: 'earning.addingViews --xstate.error.actor.addExtraViews--> reached',
      tells: ['limit.viewsRefused'],
    },
    {
      section: 8,
      spec: 'The extra views failed (toast)',
      machine: 'earning',
      news: { type: 'limit.viewsRefused', failure: { kind: 'offline' } },
      toast: 'Network error, please try again later.',
      shown: {
        file: 'tests/browser/share.test.ts',
        title: 'the daily limit opens the share dialog, and a share brings extra views',
      },
    },
    {
      section: 1,
      spec: 'A language could not be loaded (toast)',
      machine: 'locale',
      news: { type: 'locale.failed' },
      toast: 'This language could not be loaded.',
    },
  ],
};
