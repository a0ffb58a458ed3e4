import { expect, test } from 'vitest';
import { screenOpenedCommands } from '../../machines/app/attention.ts';
import type { ChildId } from '../../machines/app/children.ts';
import { startRoot } from './app.root.ts';
import { member } from './samples.ts';

const day = '2026-01-02';

/** A member on a screen whose actors run, with the actors that depend on visibility. */
async function start() {
  const all = startRoot();
  const { root, heard } = all;
  all.open('tasks');
  all.identify(7);
  await all.arrive('tasks', 'tasks', 'config', 'ticker', 'feed');
  let told = 0;
  /** the events of one child since the last `forget()` */
  const since = (id: ChildId) =>
    heard
      .slice(told)
      .filter(({ to }) => to === id)
      .map(({ event }) => (event.type === 'visibility.changed' ? event.isVisible : event.type));
  const forget = () => {
    told = heard.length;
  };
  const show = (isVisible: boolean) =>
    root.send({ type: 'visibility.changed', isVisible, atMs: 5, day });
  return { ...all, since, forget, show };
}

test('an actor is told at its start whether it is visible, and not that its data is outdated', async () => {
  const { since } = await start();
  expect([since('tasks'), since('config'), since('ticker'), since('feed')]).toEqual([
    [true],
    [true],
    [true],
    [false],
  ]);
});

test('an actor that starts on a hidden page is told so, with the time and the day', async () => {
  const { arrive, open, heard, show } = await start();
  show(false);
  open('invite');
  heard.length = 0;
  await arrive('invite', 'friends', 'share-invite');
  const event = { type: 'visibility.changed', isVisible: false, atMs: 5, day };
  expect(heard).toEqual([
    { to: 'friends', event },
    { to: 'share-invite', event },
  ]);
});

test('a screen is visible while it is open on a visible page; reopened, its data is outdated', async () => {
  const { since, forget, show, open } = await start();
  forget();
  show(false);
  show(true);
  expect([since('tasks'), since('feed')]).toEqual([
    [false, true],
    [false, false],
  ]);
  forget();
  open('feed');
  expect([since('tasks'), since('feed')]).toEqual([[false], [true]]);
  forget();
  open('tasks');
  expect([since('tasks'), since('feed')]).toEqual([['data.outdated', true], [false]]);
});

test('an actor that starts offline is told so; the outbox sends once the device is online, or the page visible', async () => {
  const { root, arrive, of, heard, open, show } = await start();
  const events = [false, true].map(
    (isOnline) => ({ type: 'connectivity.changed', isOnline }) as const,
  );
  root.send(events[0] as (typeof events)[number]);
  open('mine');
  await arrive('mine', 'connectivity', 'push');
  expect([of('connectivity'), of('push')]).toEqual([
    [events[0]],
    [events[0], { type: 'session.started', userId: 7 }],
  ]);
  heard.length = 0;
  root.send(events[1] as (typeof events)[number]);
  expect([of('outbox'), of('feed')]).toEqual([[events[1], { type: 'send.due' }], [events[1]]]);
  heard.length = 0;
  show(false);
  show(true);
  root.send({ type: 'page.returned' });
  expect(of('outbox')).toEqual([{ type: 'send.due' }, { type: 'send.due' }]);
});

test.each([
  ['mine', ['earnings', 'rewards']],
  ['withdraw', ['withdrawal', 'withdrawals']],
  ['invite', ['friends']],
  ['tools', ['device']],
  ['feed', []],
  ['tasks', ['paidToday', 'sharedToday', 'tasks']],
] as const)('reopening the screen %s makes these actors’ data outdated: %j', (screen, ids) => {
  const told = screenOpenedCommands(screen, member.visibility).filter(
    (each) => 'to' in each && each.event.type === 'data.outdated',
  );
  expect(told).toEqual(ids.map((to) => ({ to, event: { type: 'data.outdated' } })));
});

test('each opened screen tells config that it is visible; the ticker follows only the page', async () => {
  const { since, forget, show, open } = await start();
  forget();
  open('feed');
  open('tasks');
  expect([since('config'), since('ticker')]).toEqual([[true, true], []]);
  forget();
  show(false);
  expect([since('config'), since('ticker')]).toEqual([[false], [false]]);
});

test('the card of a break covers the feed, and the reminder does not count this as an absence', async () => {
  const { root, open, arrive, since, forget } = await start();
  open('feed');
  await arrive('third', 'breakReminder');
  forget();
  root.send({ type: 'break.changed', isProposed: true });
  expect([since('feed'), since('breakReminder')]).toEqual([[false], []]);
  forget();
  root.send({ type: 'break.changed', isProposed: false });
  expect([since('feed'), since('breakReminder')]).toEqual([[true], []]);
});
