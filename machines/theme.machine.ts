import { assign, setup } from 'xstate';
import { missingAction, missingListener } from './missing.ts';

export type Scheme = 'light' | 'dark';

interface Context {
  stored: Scheme | null;
  system: Scheme;
}

/** Where a finger was, in CSS pixels of what is seen. */
export interface Point {
  x: number;
  y: number;
}

type Event =
  /** the new scheme opens from there */
  | { type: 'dark.pressed'; at?: Point }
  | { type: 'system.schemeChanged'; scheme: Scheme }
  /** another window of the app made a choice, and stored it */
  | { type: 'choice.changed'; scheme: Scheme };

const provided = (name: string): ((_: unknown, scheme: Scheme) => void) => missingAction(name);

/**
 * Light or dark: a stored choice first, otherwise the system's own scheme, followed live. The
 * first press on the switch makes a choice, and the choice stays, in every window of the app.
 */
export const themeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    input: {} as { stored: Scheme | null; system: Scheme },
  },
  actors: { watchScheme: missingListener('watchScheme') },
  guards: {
    isStored: ({ context }, scheme: Scheme) => context.stored === scheme,
    isSystem: ({ context }, scheme: Scheme) => context.system === scheme,
    isDark: (_, scheme: Scheme) => scheme === 'dark',
  },
  actions: {
    applyScheme: provided('applyScheme'),
    storeScheme: provided('storeScheme'),
    noteSystem: assign({
      system: ({ context, event }) =>
        event.type === 'system.schemeChanged' ? event.scheme : context.system,
    }),
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => input,
  invoke: { id: 'watchScheme', src: 'watchScheme' },
  on: {
    'system.schemeChanged': { actions: 'noteSystem' },
    'choice.changed': [
      { guard: { type: 'isDark', params: ({ event }) => event.scheme }, target: '.dark' },
      { target: '.light' },
    ],
  },
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        { guard: { type: 'isStored', params: 'dark' }, target: 'dark' },
        { guard: { type: 'isStored', params: 'light' }, target: 'light' },
        { target: 'followingSystem' },
      ],
    },
    followingSystem: {
      initial: 'choosing',
      on: { 'system.schemeChanged': { actions: 'noteSystem', target: '.choosing' } },
      states: {
        choosing: {
          always: [
            { guard: { type: 'isSystem', params: 'dark' }, target: 'dark' },
            { target: 'light' },
          ],
        },
        dark: {
          entry: { type: 'applyScheme', params: 'dark' },
          on: {
            'dark.pressed': {
              target: '#theme.light',
              actions: { type: 'storeScheme', params: 'light' },
            },
          },
        },
        light: {
          entry: { type: 'applyScheme', params: 'light' },
          on: {
            'dark.pressed': {
              target: '#theme.dark',
              actions: { type: 'storeScheme', params: 'dark' },
            },
          },
        },
      },
    },
    dark: {
      entry: { type: 'applyScheme', params: 'dark' },
      on: {
        'dark.pressed': { target: 'light', actions: { type: 'storeScheme', params: 'light' } },
      },
    },
    light: {
      entry: { type: 'applyScheme', params: 'light' },
      on: {
        'dark.pressed': { target: 'dark', actions: { type: 'storeScheme', params: 'dark' } },
      },
    },
  },
});
