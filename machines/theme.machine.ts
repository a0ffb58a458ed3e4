import { assign, setup } from 'xstate';
import { actionNotProvided, listenerNotProvided } from './not-provided.ts';
import { field } from './params.ts';

export type Scheme = 'light' | 'dark';

interface Context {
  stored: Scheme | null;
  system: Scheme;
}

/** Position of a tap, in CSS pixels of the viewport. */
export interface Point {
  x: number;
  y: number;
}

type Event =
  /** `at`: the new scheme is revealed from there */
  | { type: 'dark.pressed'; at?: Point }
  | { type: 'system.schemeChanged'; scheme: Scheme }
  /** another window of the app has stored a choice */
  | { type: 'choice.changed'; scheme: Scheme };

/** The scheme, and the point from which a tap reveals it. */
const shown = (scheme: Scheme) =>
  ({
    type: 'applyScheme',
    params: ({ event }: { event: Event }) => ({
      scheme,
      at: event.type === 'dark.pressed' ? event.at : undefined,
    }),
  }) as const;

const choose = (scheme: Scheme) =>
  ({
    'dark.pressed': {
      target: `#theme.${scheme}`,
      actions: { type: 'storeScheme', params: scheme },
    },
  }) as const;

const scheme = field('scheme');

/**
 * The theme, light or dark: a stored choice first, otherwise the system's scheme, as it changes.
 * The first press on the switch makes a choice, which stays, in every window of the app.
 */
export const themeMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { stored: Scheme | null; system: Scheme };
  },
  actors: { watchScheme: listenerNotProvided('watchScheme') },
  guards: {
    isStored: ({ context }, scheme: Scheme) => context.stored === scheme,
    isSystem: ({ context }, scheme: Scheme) => context.system === scheme,
    isDark: (_, scheme: Scheme) => scheme === 'dark',
  },
  actions: {
    applyScheme: actionNotProvided<{ scheme: Scheme; at: Point | undefined }>('applyScheme'),
    storeScheme: actionNotProvided<Scheme>('storeScheme'),
    setSystem: assign({ system: (_, system: Scheme) => system }),
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => input,
  invoke: { id: 'watchScheme', src: 'watchScheme' },
  on: {
    'system.schemeChanged': { actions: { type: 'setSystem', params: scheme } },
    'choice.changed': [
      { guard: { type: 'isDark', params: scheme }, target: '.dark' },
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
      on: {
        'system.schemeChanged': {
          actions: { type: 'setSystem', params: scheme },
          target: '.choosing',
        },
      },
      states: {
        choosing: {
          always: [
            { guard: { type: 'isSystem', params: 'dark' }, target: 'dark' },
            { target: 'light' },
          ],
        },
        dark: { entry: shown('dark'), on: choose('light') },
        light: { entry: shown('light'), on: choose('dark') },
      },
    },
    dark: { entry: shown('dark'), on: choose('light') },
    light: { entry: shown('light'), on: choose('dark') },
  },
});
