import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { tickerMachine } from '../../machines/ticker.machine.ts';
import { clock, scripted, settled } from './scenarios.ts';

const notice = { username: 'ma***88', amount: '212.4000', isExample: true };

function start() {
  const pick = scripted<typeof notice, { shown: number }>();
  const time = clock();
  const actor = createActor(tickerMachine.provide({ actors: { pickNotice: pick.logic } }), {
    clock: time,
  });
  actor.start();
  const pass = async (ms: number) => {
    time.increment(ms);
    await settled();
  };
  return { actor, pick, pass, state: () => actor.getSnapshot().value };
}

test('the first notice comes after 10 s, stays 5 s, the next one comes after 60 s', async () => {
  const { pick, pass, state, actor } = start();
  await pass(9_999);
  expect(pick.inputs()).toEqual([]);
  await pass(1);
  await pick.answer(notice);
  expect([state(), actor.getSnapshot().context.notice]).toEqual(['showing', notice]);
  await pass(4_999);
  expect(state()).toBe('showing');
  await pass(1);
  expect([state(), actor.getSnapshot().context.notice]).toEqual(['resting', null]);
  await pass(59_999);
  expect(pick.inputs()).toHaveLength(1);
  await pass(1);
  expect(pick.inputs()).toEqual([{ shown: 0 }, { shown: 1 }]);
});

test('in a hidden tab no timers pile up', async () => {
  const { actor, pick, pass, state } = start();
  actor.send({ type: 'visibility.changed', isVisible: false });
  await pass(3_600_000);
  expect([state(), pick.inputs()]).toEqual(['asleep', []]);
  actor.send({ type: 'visibility.changed', isVisible: true });
  await pass(60_000);
  expect(pick.inputs()).toHaveLength(1);
});

test('closed is closed', async () => {
  const { actor, pick, pass, state } = start();
  await pass(10_000);
  await pick.answer(notice);
  actor.send({ type: 'close.pressed' });
  await pass(3_600_000);
  expect([state(), pick.inputs().length]).toEqual(['closed', 1]);
});
