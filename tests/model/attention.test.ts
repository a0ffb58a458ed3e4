import { expect, test } from 'vitest';
import { tellOpened } from '../../machines/app/attention.ts';
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
  /** the events of one child since the last call */
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

test('whoever starts is told whether it is seen, and not that it is out of date', async () => {
  const { since } = await start();
  expect([since('tasks'), since('config'), since('ticker'), since('feed')]).toEqual([
    [true],
    [true],
    [true],
    [false],
  ]);
});

test('whoever starts on a page that nobody looks at is told so, with when and which day', async () => {
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

test('a screen is seen while it is open and the page is; opened again it is out of date', async () => {
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

test('without a connection whoever starts is told so; what waits is sent when it is back, and at a look', async () => {
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
] as const)('whoever opens %s again wants these as they are now: %j', (screen, ids) => {
  const told = tellOpened(screen, member.visibility).filter(
    (each) => 'to' in each && each.event.type === 'data.outdated',
  );
  expect(told).toEqual(ids.map((to) => ({ to, event: { type: 'data.outdated' } })));
});

test('what any screen shows is looked at anew on each; what is of the page has nothing to do with them', async () => {
  const { since, forget, show, open } = await start();
  forget();
  open('feed');
  open('tasks');
  expect([since('config'), since('ticker')]).toEqual([[true, true], []]);
  forget();
  show(false);
  expect([since('config'), since('ticker')]).toEqual([[false], [false]]);
});
