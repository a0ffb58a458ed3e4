import { describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { themeMachine } from '../../machines/theme.machine.ts';
import { videoMachine } from '../../machines/video/video.machine.ts';
import { valueText } from '../../src/debug/charts/words.ts';
import {
  type ChartState,
  chartOf,
  isTaken,
  outsideEventsOf,
  transitionsOf,
} from '../../src/debug/machines/chart.ts';
import { payloadOf, payloads } from '../../src/debug/machines/payloads.ts';
import { masked, maskText } from '../../src/debug/masked.ts';
import { allNodes } from '../model/model.ts';
import { models } from '../model/models.ts';
import { video } from '../model/samples.ts';

function startTheme() {
  const actor = createActor(
    themeMachine.provide({
      actors: { watchScheme: fromCallback(() => undefined) },
      actions: { applyScheme: () => undefined, storeScheme: () => undefined },
    }),
    { input: { stored: null, system: 'dark' } },
  );
  actor.start();
  return actor;
}

const videoSnapshot = () =>
  createActor(videoMachine, {
    input: {
      index: 0,
      video: video(1),
      call: 'record',
      eligibility: 'visitor',
      isSoundOn: false,
      isSoundPromptDue: false,
      waitsForTap: false,
      nonce: 'n',
    },
  }).getSnapshot();

/** The names of the boxes, those that are lit with a star. */
const lit = ({ name, isActive, states }: ChartState): string =>
  `${isActive ? '*' : ''}${name}${states.length > 0 ? `(${states.map(lit).join(' ')})` : ''}`;

describe('the chart', () => {
  test('has every state as a box in its parent’s, and lights those that are active', () => {
    const theme = startTheme();
    expect(lit(chartOf(theme.getSnapshot()))).toBe(
      '*theme(choosing *followingSystem(choosing *dark light) dark light)',
    );
    theme.send({ type: 'dark.pressed' });
    expect(lit(chartOf(theme.getSnapshot()))).toBe(
      '*theme(choosing followingSystem(choosing dark light) dark *light)',
    );
  });

  test('knows first states, regions and history', () => {
    const { states, kind } = chartOf(videoSnapshot());
    expect(kind).toBe('parallel');
    expect(states.map(({ isInitial }) => isInitial)).toEqual(states.map(() => false));
    const kinds = new Set<string>();
    const collect = (state: ChartState) => {
      kinds.add(state.kind);
      state.states.forEach(collect);
    };
    states.forEach(collect);
    expect([...kinds].sort()).toEqual(['atomic', 'compound', 'history']);
    for (const region of states) {
      expect(region.states.filter(({ isInitial }) => isInitial)).toHaveLength(1);
    }
  });

  test.each(Object.entries(models))(
    'of %s has as many boxes as the machine has states',
    (_, all) => {
      const [model] = all;
      if (!model) throw new Error('no model');
      const { input } = model;
      const snapshot = createActor(model.machine, { input: input as never }).getSnapshot();
      const count = ({ states }: ChartState): number =>
        1 + states.map(count).reduce((a, b) => a + b, 0);
      expect(count(chartOf(snapshot))).toBe(allNodes(model.machine.root).length);
    },
  );
});

test('the ways on are those of the active states, the innermost first', () => {
  expect(transitionsOf(startTheme().getSnapshot())).toEqual([
    { from: 'followingSystem.dark', on: 'dark.pressed', to: 'light' },
    { from: 'followingSystem', on: 'system.schemeChanged', to: 'followingSystem.choosing' },
    { from: 'theme', on: 'system.schemeChanged', to: '' },
    { from: 'theme', on: 'choice.changed [isDark]', to: 'dark' },
    { from: 'theme', on: 'choice.changed', to: 'light' },
  ]);
});

test('an event is taken where the machine takes it, and a guard that stumbles takes nothing', () => {
  const theme = startTheme().getSnapshot();
  expect([isTaken(theme, { type: 'dark.pressed' }), isTaken(theme, { type: 'other' })]).toEqual([
    true,
    false,
  ]);
  const auth = createActor(authMachine).getSnapshot();
  const loggedOut = authMachine.resolveState({ ...auth, value: 'loggedOut' });
  expect(isTaken(loggedOut, { type: 'login.submitted' })).toBe(false);
  expect(outsideEventsOf(themeMachine)).toEqual([
    'choice.changed',
    'dark.pressed',
    'system.schemeChanged',
  ]);
});

test('where it is reads as a path, of several regions each', () => {
  expect(valueText('idle')).toBe('idle');
  expect(valueText({ loggedIn: 'current' })).toBe('loggedIn.current');
  expect(valueText({ playback: { playing: 'running' }, sound: 'muted' })).toBe(
    'playback.playing.running, sound.muted',
  );
});

test('an event that carries something can be sent by hand with all that it carries', () => {
  const carried = Object.values(models)
    .flat()
    .flatMap(({ machine, events }) => events.map((event) => ({ machine: machine.id, event })))
    .filter(({ event }) => !event.type.startsWith('xstate.'))
    .map(({ machine, event: { type, ...payload } }) => ({
      ...{ machine, type },
      names: Object.keys(payload).sort(),
    }))
    .filter(({ names }) => names.length > 0);
  const offered = carried.map(({ machine, type }) => ({
    ...{ machine, type },
    names: Object.keys(payloadOf({ id: machine }, type) ?? {}).sort(),
  }));
  expect(offered).toEqual(carried);
  const types = new Set(carried.map(({ type }) => type));
  expect(Object.keys(payloads).filter((type) => !types.has(type))).toEqual([]);
});

test('secrets are unreadable at any depth, all else is as it was', () => {
  const secret = '0123456789abcdef0123456789abcdef';
  expect(
    masked({
      userInfo: { id: 7, token: secret, tags: [{ fcm_token: secret, n: null }] },
      form: { username: 'ada', password: secret, confirmation: 'short' },
      token: null,
      watch_ticket: '',
    }),
  ).toEqual({
    userInfo: { id: 7, token: '••••cdef', tags: [{ fcm_token: '••••cdef', n: null }] },
    form: { username: 'ada', password: '••••', confirmation: '••••' },
    token: null,
    watch_ticket: '',
  });
  expect(maskText('short')).toBe('••••');
});

test('a machine that an event carries is code, and left out', () => {
  const output = [{ id: 'theme', logic: themeMachine, input: { stored: null } }];
  expect(masked({ output })).toEqual({ output: [{ id: 'theme', input: { stored: null } }] });
});
