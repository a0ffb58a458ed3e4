import { assign, setup } from 'xstate';
import { actionNotProvided, listenerNotProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { field } from './params.ts';

/** What a person has chosen. */
export type DataChoice = 'less' | 'full';

/** Clips are fetched one ahead, only when they are on the stage, or not before they are tapped. */
export type ClipLoading = 'ahead' | 'current' | 'tapped';

interface Input {
  choice: DataChoice | null;
  /** the browser asks to save data, or says that the connection is very slow */
  isHinted: boolean;
}

interface Context extends Input {
  isSaving: boolean;
  isStrained: boolean;
}

type Event =
  | { type: 'saver.pressed' }
  | { type: 'hint.changed'; isHinted: boolean }
  /** frames were dropped, or a task has kept everything else waiting */
  | { type: 'strain.felt' }
  /** by a feed that has just begun */
  | { type: 'loading.asked' };

export type ClipLoadingEmitted = { type: 'loading.changed'; loading: ClipLoading };

const base = setup({
  types: {} as { context: Context; events: Event; input: Input },
  actors: {
    watchHints: listenerNotProvided('watchHints'),
    watchStrain: listenerNotProvided('watchStrain'),
  },
  delays: { calm: 1_500 },
  guards: {
    isDue: ({ context: { choice, isHinted } }) =>
      choice === 'less' || (choice === null && isHinted),
  },
  actions: {
    storeChoice: actionNotProvided<DataChoice>('storeChoice'),
    setChoice: assign({ choice: (_, choice: DataChoice) => choice }),
    setHint: assign({ isHinted: (_, isHinted: boolean) => isHinted }),
    setSaving: assign({ isSaving: (_, isSaving: boolean) => isSaving }),
    setStrained: assign({ isStrained: (_, isStrained: boolean) => isStrained }),
    notifyLoading: notify(({ context: { isSaving, isStrained } }) => ({
      type: 'loading.changed',
      loading: isSaving ? 'tapped' : isStrained ? 'current' : 'ahead',
    })),
  },
});

const setHint = { type: 'setHint', params: field('isHinted') } as const;

const choose = (choice: DataChoice) =>
  ({
    target: 'deciding',
    actions: [
      { type: 'setChoice', params: choice },
      { type: 'storeChoice', params: choice },
    ],
  }) as const;

/** What a person has chosen, else what the browser says. */
const saver = base.createStateConfig({
  initial: 'deciding',
  on: { 'hint.changed': { target: '.deciding', actions: setHint } },
  states: {
    deciding: { always: [{ guard: 'isDue', target: 'on' }, { target: 'off' }] },
    on: {
      entry: [{ type: 'setSaving', params: true }, 'notifyLoading'],
      on: { 'saver.pressed': choose('full') },
    },
    off: {
      entry: [{ type: 'setSaving', params: false }, 'notifyLoading'],
      on: { 'saver.pressed': choose('less') },
    },
  },
});

const strain = base.createStateConfig({
  initial: 'calm',
  states: {
    calm: { on: { 'strain.felt': 'strained' } },
    strained: {
      entry: [{ type: 'setStrained', params: true }, 'notifyLoading'],
      exit: [{ type: 'setStrained', params: false }, 'notifyLoading'],
      on: { 'strain.felt': '.lately' },
      initial: 'lately',
      states: { lately: { after: { calm: '#clipLoading.strain.calm' } } },
    },
  },
});

/**
 * How clips are loaded: one ahead while the phone has nothing better to do, and only at a tap
 * while data is saved, by a person's choice or else by what the browser says of the connection.
 */
export const clipLoadingMachine = base.createMachine({
  id: 'clipLoading',
  context: ({ input }) => ({ ...input, isSaving: false, isStrained: false }),
  type: 'parallel',
  on: { 'loading.asked': { actions: 'notifyLoading' } },
  invoke: [
    { id: 'watchHints', src: 'watchHints' },
    { id: 'watchStrain', src: 'watchStrain' },
  ],
  states: { saver, strain },
});
