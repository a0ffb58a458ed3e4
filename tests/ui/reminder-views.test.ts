import { createElement } from 'react';
import { expect, test } from 'vitest';
import { NotificationSteps } from '../../src/app/components/notification-help.tsx';
import type { System } from '../../src/app/system/root.ts';
import { SystemProvider } from '../../src/app/system/use-child.ts';
import { NotificationsOn } from '../../src/screens/reminder/allowed.tsx';
import ReminderScreen from '../../src/screens/reminder/reminder-screen.tsx';
import { renderText } from './render.tsx';

const NOTHING_MORE =
  'Notifications are allowed There is nothing more to do on this device. Go to the tasks';
const LOG_IN =
  'Notifications are allowed They are about your account: log in on this device to get them. Log in';

const FIREBASE = { push: { firebase: {}, vapid_key: 'a-key' } };
const WEB_PUSH = { web_push: { vapid_key: 'a-key' } };
const NEITHER = { push: null, web_push: null };

/** The text after notifications were allowed, with this set-up of the operator. */
function said(hasUser: boolean, set: object | null): string {
  const push = { context: { hasUser }, matches: () => false };
  return renderText(createElement(NotificationsOn), {
    push,
    config: { context: { value: set, failure: null } },
  });
}

test.each([FIREBASE, WEB_PUSH])(
  'a visitor is asked to log in if the operator sends notifications: %o',
  (set) => {
    expect([said(false, set), said(true, set)]).toEqual([LOG_IN, NOTHING_MORE]);
  },
);

test.each([NEITHER, {}, null])(
  'a visitor is not asked to log in if the operator sends no notifications: %o',
  (set) => {
    expect([said(false, set), said(true, set)]).toEqual([NOTHING_MORE, NOTHING_MORE]);
  },
);

test('a device that could not be signed up is reported, and can be retried', () => {
  const push = { context: { hasUser: true }, matches: () => true };
  expect(
    renderText(createElement(NotificationsOn), { push, config: { context: { value: FIREBASE } } }),
  ).toBe(
    'This device could not be reached Notifications are allowed, but signing up this device did not work. Retry',
  );
});

test('the page lists the occasions of all kinds of messages, each once', () => {
  const push = { context: { hasUser: true }, matches: () => false, hasTag: () => false };
  const config = { context: { value: WEB_PUSH, failure: null } };
  expect(renderText(createElement(ReminderScreen), { push, config })).toContain(
    'You are told when Your withdrawal is paid or rejected. A friend joins with your invitation. You can earn with more clips a day. Your account is changed, or a report or objection of yours is decided. Nothing else is sent.',
  );
});

test.each([
  [
    false,
    'Click the lock icon beside the address. Find “Notifications” in the list. Set it to “Allow”. Refresh the page.',
  ],
  [
    true,
    'Open this app in the settings of your device. Find “Notifications” in the list. Set it to “Allow”. Come back to this app and refresh it.',
  ],
])(
  'the help names the steps for the browser or for the installed app: %s',
  (isStandalone, words) => {
    const value = { effects: { install: { isStandalone } } } as unknown as System;
    const steps = createElement(SystemProvider, { value }, createElement(NotificationSteps));
    expect(renderText(steps).replace(/ ?\d /g, ' ').trim()).toBe(words);
  },
);
