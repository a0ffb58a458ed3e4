import type { Area } from './row.ts';

const toOutbox = {
  file: 'tests/model/crossings.test.ts',
  title: 'goes to the outbox with the user’s id, and its answer to the actor that made it',
};

/** What one machine's event means to another: the root's table. */
export const crossings: Area = {
  name: 'Who tells whom',
  rows: [
    {
      section: 4,
      spec: 'What was earned goes to the outbox, as this member’s',
      machine: 'claim',
      news: { type: 'claim.made' },
      reaches: { to: 'outbox', event: { type: 'claim.added', claim: { userId: 7, attempt: 1 } } },
      shown: toOutbox,
    },
    {
      section: 4,
      spec: 'A paid claim raises the balance',
      machine: 'outbox',
      news: { type: 'claim.paid' },
      reaches: { to: 'auth', event: { type: 'balance.changed', balance: '2.0500' } },
      shown: toOutbox,
    },
    {
      section: 4,
      spec: 'A paid clip counts down the day',
      machine: 'outbox',
      news: { type: 'claim.paid' },
      reaches: { to: 'limit', event: { type: 'count.changed', remaining: 4 } },
    },
    {
      section: 4,
      spec: 'A clip that is paid cannot earn any more today',
      machine: 'outbox',
      news: { type: 'claim.paid' },
      reaches: { to: 'feed', event: { type: 'clip.paid', videoId: 3 } },
    },
    {
      section: 4,
      spec: 'Daily reward limit: the list says how many clips are left',
      machine: 'feed',
      news: { type: 'feed.listLoaded' },
      reaches: { to: 'limit', event: { type: 'count.loaded' } },
    },
    {
      section: 2,
      spec: 'Short video: the next clip is as large as line and screen are good for',
      machine: 'rendition',
      news: { type: 'rendition.picked', rendition: 'small' },
      reaches: { to: 'feed', event: { type: 'rendition.picked', rendition: 'small' } },
      shown: {
        file: 'tests/browser/renditions.test.ts',
        title:
          'on a slow line the next clips are smaller, on a quick one larger again; none changes while it plays',
      },
    },
    {
      section: 4,
      spec: 'Daily reward limit: no clip of the feed can earn any more',
      machine: 'limit',
      news: { type: 'limit.reached' },
      reaches: { to: 'feed', event: { type: 'limit.reached' } },
    },
    {
      section: 4,
      spec: 'Rewards are paused: one claim that meets it is kept, and tells the whole feed',
      machine: 'outbox',
      news: { type: 'claim.paused' },
      reaches: { to: 'feed', event: { type: 'rewards.paused' } },
    },
    {
      section: 4,
      spec: 'Daily share reward: a share that succeeded is claimed, or counted',
      machine: 'share',
      news: { type: 'share.succeeded' },
      reaches: { to: 'dailyShare', event: { type: 'share.made', day: '2026-01-02' } },
    },
    {
      section: 4,
      spec: 'Daily reward limit: a share that counts may bring extra views',
      machine: 'dailyShare',
      news: { type: 'share.counted' },
      reaches: { to: 'limit', event: { type: 'share.counted' } },
    },
    {
      section: 4,
      spec: 'Daily share reward: it raises the balance',
      machine: 'outbox',
      news: { type: 'claim.paid', claim: { call: 'claimShareReward' } },
      reaches: { to: 'auth', event: { type: 'balance.changed' } },
    },
    {
      section: 2,
      spec: 'Advertisements: the plan comes to the feed',
      machine: 'ads',
      news: { type: 'ads.planned' },
      reaches: { to: 'feed', event: { type: 'ads.planned' } },
    },
    {
      section: 5,
      spec: 'A permission decides whether a withdrawal may be asked for',
      machine: 'push',
      news: { type: 'push.permissionChanged' },
      reaches: { to: 'withdrawal', event: { type: 'permission.changed' } },
    },
    {
      section: 4,
      spec: 'Task buttons: a permission that is given makes its task claimable',
      machine: 'push',
      news: { type: 'push.permissionChanged', permission: 'granted' },
      reaches: {
        to: 'tasks',
        event: { type: 'readiness.changed', task: 'notification', isReady: true },
      },
    },
    {
      section: 4,
      spec: 'Task buttons: the app that is installed makes its task claimable',
      machine: 'install',
      news: { type: 'install.ended', isInstalled: true },
      reaches: { to: 'tasks', event: { type: 'readiness.changed', task: 'download_app' } },
    },
    {
      section: 4,
      spec: 'Task buttons: a task leads to the question for a permission',
      machine: 'task',
      news: { type: 'task.started', task: 'notification' },
      reaches: { to: 'push', event: { type: 'enable.pressed', asker: 'tasks' } },
    },
    {
      section: 4,
      spec: 'Task buttons: a task leads to the install prompt',
      machine: 'task',
      news: { type: 'task.started', task: 'download_app' },
      reaches: { to: 'install', event: { type: 'install.pressed' } },
    },
    {
      section: 4,
      spec: 'Withdraw: what is submitted leaves the balance',
      machine: 'withdrawal',
      news: { type: 'withdrawal.submitted' },
      reaches: { to: 'auth', event: { type: 'balance.changed' } },
    },
    {
      section: 4,
      spec: 'Withdraw: info that was saved opens the withdrawal',
      machine: 'withdrawInfo',
      news: { type: 'withdrawInfo.saved' },
      reaches: { to: 'withdrawal', event: { type: 'data.outdated' } },
    },
    {
      section: 4,
      spec: 'Foreground push: a withdrawal that was paid is asked for',
      machine: 'push',
      news: { type: 'push.received', kind: 'withdrawal_paid' },
      reaches: { to: 'withdrawal', event: { type: 'data.outdated' } },
    },
  ],
};
