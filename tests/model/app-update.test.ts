import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  type Activity,
  type AppUpdateEmitted,
  appUpdateMachine,
} from '../../machines/app-update.machine.ts';
import { hearAsRoot } from './hearing.ts';
import { clock, scripted, silent } from './scenarios.ts';

const idle: Activity = { isPlaying: false, isCalling: false, isTyping: false };

function start() {
  const takeOver = scripted<void, unknown>();
  const done: string[] = [];
  const time = clock();
  const actor = createActor(
    appUpdateMachine.provide({
      actors: {
        takeOver: takeOver.logic,
        watchUpdates: silent,
        watchActivity: fromCallback(({ receive }) => receive(() => done.push('asked'))),
      },
      actions: {
        pauseClips: () => done.push('paused'),
        reloadPage: () => done.push('reloaded'),
      },
    }),
    { clock: time },
  );
  const news: AppUpdateEmitted[] = [];
  hearAsRoot<AppUpdateEmitted>(actor, (event) => news.push(event));
  actor.start();
  const becomes = (activity: Partial<Activity>) =>
    actor.send({ type: 'activity.changed', activity: { ...idle, ...activity } });
  const look = (isVisible: boolean) => actor.send({ type: 'visibility.changed', isVisible });
  return { actor, takeOver, done, time, news, becomes, look };
}

test('at a press the clip rests and what is on its way arrives before the page is new, once', async () => {
  const { actor, takeOver, done, becomes } = start();
  becomes({ isPlaying: true, isCalling: true });
  actor.send({ type: 'update.found' });
  actor.send({ type: 'update.pressed' });
  expect(done).toEqual(['paused']);
  becomes({ isCalling: true });
  expect(takeOver.inputs()).toHaveLength(0);
  // the answer brought a clip, which begins by itself
  becomes({ isPlaying: true });
  expect([takeOver.inputs(), done]).toEqual([[], ['paused', 'paused']]);
  becomes({});
  expect(takeOver.inputs()).toHaveLength(1);
  await takeOver.answer(undefined);
  actor.send({ type: 'update.found' });
  actor.send({ type: 'update.pressed' });
  expect(done).toEqual(['paused', 'paused', 'reloaded']);
});

test('a request that does not end leaves the page as it is, and says so', () => {
  const { actor, takeOver, done, time, news, becomes } = start();
  becomes({ isCalling: true });
  actor.send({ type: 'update.found' });
  actor.send({ type: 'update.pressed' });
  time.increment(20_000);
  expect(news).toEqual([{ type: 'update.failed' }]);
  expect([takeOver.inputs(), done]).toEqual([[], ['paused']]);
  expect(actor.getSnapshot().matches('available')).toBe(true);
});

test('left alone for two minutes it is applied by itself; a glance begins them anew', async () => {
  const { actor, takeOver, done, time, look } = start();
  actor.send({ type: 'update.found' });
  actor.send({ type: 'later.pressed' });
  look(false);
  time.increment(119_999);
  look(true);
  look(false);
  time.increment(119_999);
  expect(takeOver.inputs()).toHaveLength(0);
  time.increment(1);
  await takeOver.answer(undefined);
  expect(done).toEqual(['asked', 'asked', 'asked', 'reloaded']);
});

test.each<[isVisible: boolean, activity: Partial<Activity>]>([
  [false, { isPlaying: true }],
  [false, { isCalling: true }],
  [false, { isTyping: true }],
  [true, {}],
])('never by itself while it is visible (%s) or %o', (isVisible, activity) => {
  const { actor, takeOver, time, becomes, look } = start();
  actor.send({ type: 'update.found' });
  look(isVisible);
  becomes(activity);
  time.increment(3_600_000);
  expect(takeOver.inputs()).toEqual([]);
  expect(actor.getSnapshot().matches({ available: 'inUse' })).toBe(true);
});

test('what this page alone holds is kept or sent before the page is new', async () => {
  const { actor, takeOver, time, news, look } = start();
  actor.send({ type: 'update.found' });
  actor.send({ type: 'unpersisted.changed', isAny: true });
  look(false);
  time.increment(3_600_000);
  actor.send({ type: 'update.pressed' });
  time.increment(20_000);
  expect([takeOver.inputs(), news]).toEqual([[], [{ type: 'update.failed' }]]);
  actor.send({ type: 'unpersisted.changed', isAny: false });
  time.increment(120_000);
  expect(takeOver.inputs()).toHaveLength(1);
});

test('who comes back and plays a clip while it takes over keeps the page', async () => {
  const { actor, takeOver, done, becomes } = start();
  actor.send({ type: 'update.found' });
  actor.send({ type: 'update.pressed' });
  becomes({ isPlaying: true });
  await takeOver.answer(undefined);
  expect([done, actor.getSnapshot().matches('available')]).toEqual([['paused'], true]);
});

test('a request that begins while it takes over is waited for, and needs no other press', async () => {
  const { actor, takeOver, done, news, becomes } = start();
  actor.send({ type: 'update.found' });
  actor.send({ type: 'update.pressed' });
  becomes({ isCalling: true });
  await takeOver.answer(undefined);
  expect(actor.getSnapshot().matches('settling')).toBe(true);
  becomes({});
  expect(takeOver.inputs()).toHaveLength(2);
  await takeOver.answer(undefined);
  expect([done.at(-1), news]).toEqual(['reloaded', []]);
});

test('left alone, a request that begins while it takes over keeps the page, though once pressed', async () => {
  const { actor, takeOver, done, time, becomes, look } = start();
  actor.send({ type: 'update.found' });
  actor.send({ type: 'update.pressed' });
  becomes({ isPlaying: true });
  await takeOver.answer(undefined);
  becomes({});
  look(false);
  time.increment(120_000);
  becomes({ isCalling: true });
  await takeOver.answer(undefined);
  expect([done.at(-1), actor.getSnapshot().matches('available')]).toEqual(['asked', true]);
});

test('a worker that does not take over within 10 s is given up, said, and can be tried again', async () => {
  const { actor, takeOver, done, time, news } = start();
  actor.send({ type: 'update.found' });
  actor.send({ type: 'later.pressed' });
  actor.send({ type: 'update.pressed' });
  time.increment(9_999);
  expect(news).toEqual([]);
  time.increment(1);
  expect(news).toEqual([{ type: 'update.failed' }]);
  expect(actor.getSnapshot().context.isPostponed).toBe(false);
  actor.send({ type: 'update.pressed' });
  await takeOver.answer(undefined);
  expect(done).toEqual(['paused', 'paused', 'reloaded']);
});
