import { createElement } from 'react';
import { expect, test } from 'vitest';
import { DownloadTask } from '../../src/screens/tasks/download-task.tsx';
import { NotificationTask } from '../../src/screens/tasks/notification-task.tsx';
import type { OneTaskProps } from '../../src/screens/tasks/task-card.tsx';
import TasksScreen from '../../src/screens/tasks/tasks-screen.tsx';
import { mockActor, renderText } from './render.tsx';

const actorIn = (value: unknown) => mockActor<OneTaskProps['actor']>({ value });

const notification = { task: 'notification', reward: '0.2000', completed: false } as const;
const download = { task: 'download_app', reward: '0.5000', completed: false } as const;

test.each([
  ['toDo', 'Enable How do I allow notifications?'],
  [{ preparing: 'answering' }, 'Enable How do I allow notifications?'],
  ['canClaim', 'Claim'],
  ['completed', 'Completed'],
])('the notification task explains how until notifications are allowed: %o', (value, end) => {
  const props = { task: notification, actor: actorIn(value) };
  expect(renderText(createElement(NotificationTask, props))).toBe(
    `Enable notifications Allow this app to show you notifications. +0.20 ${end}`,
  );
});

const DOWNLOAD =
  'Download the app On your home screen it opens at once and fills the screen. It is free. +0.50';

test.each([
  ['toDo', false, 'Install About the app'],
  ['canClaim', false, 'Claim About the app'],
  ['completed', true, 'Completed'],
])(
  'the download task links to the app’s page until it is completed: %s',
  (value, completed, end) => {
    const props = { task: { ...download, completed }, actor: actorIn(value) };
    const words = renderText(createElement(DownloadTask, props), { install: { value: 'waiting' } });
    expect(words).toBe(`${DOWNLOAD} ${end}`);
  },
);

const known = (value: unknown) => ({ context: { value, failure: null } });

const lost = (kind: string, value: unknown = null) => ({ context: { value, failure: { kind } } });
const progress = known({ paid: 3, limit: 20 });

/** The screen with these resources of tasks and of today's progress, and without queued claims. */
const screenWith = (tasks: object, paidToday: object, share = '0.1000') =>
  renderText(createElement(TasksScreen), {
    tasks: {
      ...tasks,
      children: { download_app: actorIn('toDo'), notification: actorIn('canClaim') },
    },
    paidToday,
    sharedToday: known(false),
    config: known({ rewards: { share } }),
    install: { value: 'waiting' },
    'share-tasks': { matches: (state: string) => state === 'closed' },
    outbox: {
      context: { queue: [], userId: 7, failures: 0, storageError: null },
    },
  });

const screenOf = (tasks: object[], share?: string) => screenWith(known(tasks), progress, share);

const SHARE = 'Share once a day Your first share of each day is rewarded. +0.10 Share';

test('the tasks are listed in the server’s order, below the daily share', () => {
  expect(screenOf([notification, download])).toMatch(
    new RegExp(
      `Watch a clip ${SHARE} Enable notifications .* Claim Download the app .* About the app$`.replaceAll(
        '+',
        '\\+',
      ),
    ),
  );
  expect(screenOf([notification])).not.toMatch(/Download|No tasks/);
});

test('an empty list of tasks names the other ways to earn', () => {
  const words = 'No tasks at the moment Meanwhile you earn by watching and by sharing.';
  expect(screenOf([])).toContain(`Watch a clip ${SHARE} ${words}`);
});

test('a daily share without a reward is not offered', () => {
  expect(screenOf([notification], '0.0000')).not.toContain('Share');
});

test('tasks that cannot be loaded again stay listed, above the failure', () => {
  expect(screenWith(lost('timeout', [notification]), progress)).toMatch(
    / Enable notifications .* Claim The tasks could not be loaded\. This took too long\. .* Retry$/,
  );
  // today's progress stays without a notice
  expect(screenWith(known([]), lost('timeout', { paid: 3, limit: 20 }))).not.toContain('Retry');
});

test('the tasks and today’s progress share one notice that the device is offline', () => {
  const words = screenWith(lost('offline'), lost('offline'));
  expect(words.match(/You are offline|could not be loaded/g)).toEqual(['You are offline']);
  // any other failure is reported for today's progress too
  expect(screenWith(known([]), lost('timeout'))).toContain('Today’s progress could not be loaded.');
});
