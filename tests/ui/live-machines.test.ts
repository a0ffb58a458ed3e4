import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { themeMachine } from '../../machines/theme.machine.ts';
import { valueText } from '../../src/debug/charts/words.ts';
import {
  acceptsEvent,
  availableTransitions,
  externalEventsOf,
} from '../../src/debug/machines/available-transitions.ts';
import { payloadOf, payloads } from '../../src/debug/machines/payloads.ts';
import { masked, maskText } from '../../src/debug/masked.ts';
import { models } from '../model/models.ts';

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

test('the possible transitions are those of the active states, the innermost first', () => {
  expect(availableTransitions(startTheme().getSnapshot())).toEqual([
    { from: 'followingSystem.dark', on: 'dark.pressed', to: 'light' },
    { from: 'followingSystem', on: 'system.schemeChanged', to: 'followingSystem.choosing' },
    { from: 'theme', on: 'system.schemeChanged', to: '' },
    { from: 'theme', on: 'choice.changed [isDark]', to: 'dark' },
    { from: 'theme', on: 'choice.changed', to: 'light' },
  ]);
});

test('an event is accepted if the machine handles it, and not if a guard throws', () => {
  const theme = startTheme().getSnapshot();
  expect([
    acceptsEvent(theme, { type: 'dark.pressed' }),
    acceptsEvent(theme, { type: 'other' }),
  ]).toEqual([true, false]);
  const auth = createActor(authMachine).getSnapshot();
  const loggedOut = authMachine.resolveState({ ...auth, value: 'loggedOut' });
  expect(acceptsEvent(loggedOut, { type: 'login.submitted' })).toBe(false);
  expect(externalEventsOf(themeMachine)).toEqual([
    'choice.changed',
    'dark.pressed',
    'system.schemeChanged',
  ]);
});

test('a state value is written as a path, and parallel regions as a path each', () => {
  expect(valueText('idle')).toBe('idle');
  expect(valueText({ loggedIn: 'current' })).toBe('loggedIn.current');
  expect(valueText({ playback: { playing: 'running' }, sound: 'muted' })).toBe(
    'playback.playing.running, sound.muted',
  );
});

test('an event with a payload can be sent by hand with all fields of the payload', () => {
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

test('the form of each machine can be sent by hand with all of its fields', () => {
  const byMachine = Map.groupBy(Object.values(models).flat(), ({ machine }) => machine.id);
  const fieldsOf = (payloads: readonly (object | undefined)[]) =>
    [...new Set(payloads.flatMap((each) => Object.keys(Object(each).fields ?? {})))].sort();
  const submitted = [...byMachine].map(([id, those]): [string, string[]] => {
    const events = those.flatMap(({ events }) => events);
    return [id, fieldsOf(events.filter(({ type }) => type === 'fields.submitted'))];
  });
  const carried = submitted.filter(([, names]) => names.length > 0);
  expect(carried.length).toBeGreaterThan(9);
  const offered = carried.map(([id]) => [id, fieldsOf([payloadOf({ id }, 'fields.submitted')])]);
  expect(offered).toEqual(carried);
});

test('secrets are masked at any depth, and all other values are unchanged', () => {
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

test('a machine in the payload of an event is code, and is left out', () => {
  const output = [{ id: 'theme', logic: themeMachine, input: { stored: null } }];
  expect(masked({ output })).toEqual({ output: [{ id: 'theme', input: { stored: null } }] });
});
