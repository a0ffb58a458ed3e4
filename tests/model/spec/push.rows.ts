import type { Area } from './row.ts';

const browserTest = 'tests/browser/push.test.ts';
const message = {
  file: browserTest,
  title:
    'after the permission a message is shown, updates the page, and opens its screen when pressed',
};
const refused = {
  file: browserTest,
  title: 'a denied permission is reported with the four steps, and no token is requested',
};

/** The permission, the token, the messages, and the page with the reminder. */
export const push: Area = {
  name: 'Push messages',
  rows: [
    {
      section: 4,
      spec: 'Notification permission: default',
      step: 'push --xstate.init--> default',
      leaves: { permission: 'default' },
      shown: message,
    },
    {
      section: 4,
      spec: 'Notification permission: being asked for',
      step: 'push.default --enable.pressed--> asking',
    },
    {
      section: 4,
      spec: 'Notification permission: granted',
      step: 'push.default --permission.changed--> granted',
      given: { permission: 'granted' },
      tells: ['push.permissionChanged'],
      shown: message,
    },
    {
      section: 4,
      spec: 'Notification permission: denied; no token is fetched',
      step: 'push.granted.fetching --permission.changed--> denied',
      given: { permission: 'denied' },
      does: ['storeToken'],
      tells: ['push.permissionChanged'],
      shown: refused,
    },
    {
      section: 5,
      spec: 'Browser must support notifications; else no token is fetched',
      step: 'push.default --permission.changed--> unsupported',
      given: { permission: 'unsupported' },
      tells: ['push.permissionChanged'],
    },
    {
      section: 4,
      spec: 'Push token: setting saves it locally and marks it not synced',
      step: 'push.granted.fetching --xstate.done.actor.fetchToken--> granted.syncing',
      does: ['storeToken'],
      leaves: { isSynced: false, kept: { token: 'a' } },
    },
    {
      section: 4,
      spec: 'Push token: set only when different; the same one stays synced',
      step: 'push.granted.fetching --xstate.done.actor.fetchToken--> granted.synced',
      does: ['storeToken'],
      leaves: { isSynced: true, kept: { token: 'a' } },
    },
    {
      section: 4,
      spec: 'Push token: markTokenAsSynced',
      step: 'push.granted.syncing --xstate.done.actor.syncToken--> granted.synced',
      does: ['storeToken'],
      leaves: { isSynced: true },
      shown: message,
    },
    {
      section: 4,
      spec: 'Push token: needs syncing when it exists and is not synced',
      step: 'push.granted.restoring --xstate.done.actor.restoreToken--> granted.synced',
      shown: {
        file: browserTest,
        title:
          'a token survives a reload, and is sent again in the next session, without a call to Google',
      },
    },
    {
      section: 4,
      spec: 'Push token: clearing removes the token and the local copy',
      step: 'push.granted --permission.changed--> denied',
      does: ['storeToken'],
      leaves: { kept: null, isSynced: false },
    },
    {
      section: 4,
      spec: 'Push token: no longer synced when the session ends, whether or not the stored token was read',
      step: 'push.granted.restoring --session.left--> granted.waiting',
      does: ['markStoredUnsynced'],
      leaves: { isSynced: false },
    },
    {
      section: 8,
      spec: 'Push token fetch failure is logged and returns null',
      step: 'push.granted.fetching --xstate.error.actor.fetchToken--> granted.failed',
      does: ['logFailure'],
      leaves: { kept: null },
    },
    {
      section: 9,
      spec: 'Push token refresh after 7 days',
      step: 'push.granted.synced --xstate.after.tokenRefresh.push.granted.synced--> granted.fetching',
    },
    {
      section: 4,
      spec: 'Foreground push: shown as a browser notification; clicking opens its link, default "/"',
      holder: 'the service worker',
      shown: {
        file: browserTest,
        title:
          'any push is shown, a malformed push with a default text; a press opens a page if none is open',
      },
    },
    {
      section: 2,
      spec: 'Notification reminder page: permission help',
      holder: 'the notifications page, by the state of push',
      shown: refused,
    },
    {
      section: 8,
      spec: 'Reminder page: permission denied',
      machine: 'push',
      news: { type: 'push.refused', asker: 'reminder' },
      toast: 'Notifications were not allowed.',
      shown: refused,
    },
    {
      section: 8,
      spec: 'Reminder page: a general notification error; tasks: error processing the permission',
      machine: 'push',
      news: { type: 'push.askFailed' },
      toast: 'Something went wrong with notifications. Please try again.',
    },
    {
      section: 8,
      spec: 'Withdraw: browser does not support notifications',
      holder: 'the Withdraw screen, blocked, by the state of push',
      shown: {
        file: 'tests/browser/asking.test.ts',
        title:
          'in a browser without notifications Withdraw and the help say so if they are required',
      },
    },
  ],
};
