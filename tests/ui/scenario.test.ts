import { expect, test } from 'vitest';
import {
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
  setup,
} from 'xstate';
import { themeMachine } from '../../machines/theme.machine.ts';
import { createRecorder } from '../../src/debug/machines/recorder.ts';
import {
  replayDifference,
  replayed,
  scenarioOf,
  testOf,
} from '../../src/debug/machines/scenario.ts';
import { expectReplay } from '../model/recorded.ts';
import { settled } from '../model/scenarios.ts';
import { foreignMachines } from './foreign-machines.ts';

/** An actor with a recorder; `on` and `off` start and stop the recording. */
function recorded(machine: AnyStateMachine, input?: unknown) {
  const recorder = createRecorder();
  const clock = new SimulatedClock();
  let isOn = false;
  const actor = createActor(machine, {
    ...{ input, clock: clock as never },
    inspect: (event) => {
      if (isOn) recorder.record(event);
    },
  }) as AnyActorRef;
  const on = () => {
    isOn = true;
    if (actor.getSnapshot().status === 'active') recorder.begin([actor]);
  };
  const scenario = () => {
    const found = scenarioOf(recorder.stepsOf(actor));
    if (!found) throw new Error('nothing was recorded');
    return found;
  };
  return {
    actor,
    clock,
    on,
    off: () => {
      isOn = false;
    },
    scenario,
    steps: () => recorder.stepsOf(actor),
  };
}

const theme = themeMachine.provide({
  actors: { watchScheme: fromCallback(() => undefined) },
  actions: { applyScheme: () => undefined, storeScheme: () => undefined },
});

test('a session that is recorded from its beginning is replayed with its actions', () => {
  const { actor, on, scenario, steps } = recorded(theme, { stored: null, system: 'dark' });
  on();
  actor.start();
  actor.send({ type: 'dark.pressed' });
  actor.send({ type: 'nothing.known' });
  const session = scenario();
  expect(session.begins).toBeNull();
  expect(session.steps.map(({ event, state, does }) => [event.type, state, does])).toEqual([
    ['xstate.init', { followingSystem: 'dark' }, ['applyScheme']],
    ['dark.pressed', 'light', ['storeScheme', 'applyScheme']],
    ['nothing.known', 'light', []],
  ]);
  expect(steps()[1]?.transitions).toHaveLength(1);
  expect(replayDifference(theme, session)).toBeNull();
  expectReplay(session);
});

test('a recording that started late and has a gap begins after the gap', () => {
  const { actor, on, off, scenario } = recorded(theme, { stored: 'dark', system: 'dark' });
  actor.start();
  on();
  actor.send({ type: 'dark.pressed' });
  off();
  actor.send({ type: 'dark.pressed' });
  actor.send({ type: 'choice.changed', scheme: 'light' });
  on();
  actor.send({ type: 'dark.pressed' });
  const session = scenario();
  expect([session.begins?.state, session.steps.map(({ state }) => state)]).toEqual([
    'light',
    ['dark'],
  ]);
  expectReplay(session);
});

const poll = (pause: number, target: 'asking' | 'idle') =>
  setup({
    types: { context: {} as { tries: number; token: string } },
    actors: { ask: fromPromise(async () => ({ token: '0123456789abcdef0123456789' })) },
    delays: { pause },
  }).createMachine({
    id: 'poll',
    context: { tries: 0, token: '' },
    initial: 'asking',
    states: {
      asking: {
        entry: assign({ tries: ({ context }) => context.tries + 1 }),
        invoke: {
          src: 'ask',
          onDone: {
            target: 'idle',
            actions: assign({ token: ({ event }) => event.output.token }),
          },
        },
      },
      idle: { after: { pause: target } },
    },
  });

test('answers and delays are events of a recording, whose replay fails on a changed machine', async () => {
  const { actor, clock, on, scenario } = recorded(poll(1_000, 'asking'));
  on();
  actor.start();
  await settled();
  clock.increment(1_000);
  const session = scenario();
  expect(session.steps.map(({ state, changes }) => [state, changes])).toEqual([
    ['asking', { tries: 1, token: '' }],
    ['idle', { token: '••••6789' }],
    ['asking', { tries: 2 }],
  ]);
  expect(replayed(poll(1_000, 'asking'), session)).toEqual(session.steps);
  expect(replayDifference(poll(1_000, 'idle'), session)).toContain(
    'step 3, xstate.after.pause.poll.idle',
  );
  const copied = testOf('there/poll', session);
  expect(copied).toContain("test('poll: asking → idle'");
  expect(copied).not.toContain('0123456789abcdef');
});

test('a recording begins with the targets of its history states', () => {
  const { actor, on, scenario } = recorded(foreignMachines.payment);
  actor.start();
  for (const type of ['SWITCH', 'NEXT']) actor.send({ type });
  on();
  actor.send({ type: 'BACK' });
  const session = scenario();
  expect(session.steps.map(({ state }) => state)).toEqual([{ method: { check: 'empty' } }]);
  expect(replayDifference(foreignMachines.payment, session)).toBeNull();
  const forgetful = { ...session, begins: session.begins && { ...session.begins, history: {} } };
  expect(replayDifference(foreignMachines.payment, forgetful)).toContain('filled');
});
