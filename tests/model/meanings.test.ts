import { expect, test } from 'vitest';
import { tasks } from '../../contract/shapes.ts';
import type { RoutedEvent } from '../../machines/app/events.ts';
import { commandsFor, routes } from '../../machines/app/routes.ts';
import { notInBrowserTests, testsOf } from './browser-tests.ts';
import { routed } from './models.app.ts';
import { models } from './models.ts';
import { member } from './samples.ts';
import { areas } from './spec/areas.ts';
import { told } from './told.ts';

/** Commands of each event for which no row of the specification has a target or a toast. */
const meanings: Partial<Record<RoutedEvent['type'], readonly string[]>> = {
  'screen.opened': ['share-invite: screen.left', 'share-tasks: screen.left'],
  // the children that get this event: tests/model/attention.test.ts
  'visibility.changed': [],
  'break.changed': [],
  'connectivity.changed': ['connectivity', 'feed', 'outbox', 'push'].map(
    (id) => `${id}: connectivity.changed`,
  ),
  'page.returned': ['outbox: send.due'],
  'day.began': [
    ...['feed: day.began', 'ads: day.began'],
    ...['paidToday is old', 'sharedToday is old', 'earnings is old'],
  ],
  'session.ended': ['auth: session.ended'],
  'passkey.signed': ['auth: login.submitted'],
  'auth.identified': ['page.formatFor'],
  'auth.loggedIn': ['page.forgetShareDay'],
  'auth.loggedOut': [],
  'auth.paidElsewhere': [
    ...['paidToday is old', 'sharedToday is old', 'rewards is old'],
    ...['earnings is old', 'withdrawal is old'],
  ],
  'claim.refused': [
    'undefined: claim.refused, else failure',
    ...['earning: count.changed', 'feed: earning.changed'],
  ],
  'claim.refusedLate': ['says failure'],
  'unpersisted.changed': ['appUpdate: unpersisted.changed'],
  'clip.began': ['nowPlaying: clip.began'],
  'clip.counted': ['nowPlaying: clip.counted'],
  'clip.rested': ['nowPlaying: clip.rested'],
  'clip.failed': ['connectivity: connectivity.doubted'],
  'loading.changed': ['feed', 'rendition', 'clipCache'].map((id) => `${id}: loading.changed`),
  'connectivity.restored': [
    ...['feed: connectivity.restored', 'landing: connectivity.restored'],
    ...['outbox: send.due', 'auth: user.outdated'],
    ...['config', 'corrections', 'sampleClip', 'friends', 'earnings', 'rewards', 'paidToday'],
    ...['sharedToday', 'tasks', 'device', 'withdrawal', 'withdrawals', 'withdrawInfo'],
  ].map((each) => (each.includes(':') ? each : `${each} is old`)),
  'feed.clipPlaying': [],
  'feed.clipsAhead': ['clipCache: clips.ahead', 'page.fetchPosters'],
  'feed.clipReady': ['ads: clip.ready'],
  'feed.advanced': ['page.storeFirstClip'],
  'limit.outdated': ['feed: limit.changed'],
  'ads.changed': ['feed: ads.changed'],
  'install.offered': ['tasks: readiness.changed'],
  'install.guided': ['tasks: task.prepared'],
  'push.answered': ['tasks: task.prepared'],
  'push.opened': ['page.follow'],
  'withdrawal.loaded': ['auth: balance.changed'],
  'proof.ended': ['deletion: proof.ended'],
  'device.changed': ['device is old'],
};

/** Events without an example in the root's model. */
const examples: readonly RoutedEvent[] = [
  { type: 'screen.opened', screen: 'feed' },
  { type: 'auth.identified', isVisitor: true, user: null },
  { type: 'feed.clipPlaying' },
];

test('every event has its meaning in a row of the specification, or in the list here', () => {
  const rows = areas.flatMap((area) => area.rows);
  const inRows = rows.flatMap((row) => ('news' in row ? [row.news.type] : []));
  const others = Object.keys(routes).filter((type) => !inRows.includes(type));
  expect(others.sort()).toEqual(Object.keys(meanings).sort());
});

test.each(Object.entries(meanings))('%s means %j', (type, meaning) => {
  const event = [...examples, ...routed].find((each) => each.type === type);
  expect(told(event as RoutedEvent)).toEqual(meaning);
});

test.each(tasks)('the task %s is sent its readiness, and the end of each attempt', (task) => {
  const heard = routed
    .filter((event): event is RoutedEvent => event.type in routes)
    .flatMap((event) => commandsFor(event, member))
    .flatMap((command) => ('to' in command && command.to === 'tasks' ? [command.event] : []))
    .flatMap((event) => ('task' in event && event.task === task ? [event.type] : []));
  expect(heard).toEqual(expect.arrayContaining(['readiness.changed', 'task.prepared']));
});

test('every machine has a browser test in a row of the specification, or a reason for having none', () => {
  const without = Object.keys(models).filter((name) => testsOf(name).length === 0);
  expect(without.sort()).toEqual(Object.keys(notInBrowserTests).sort());
});
