import { assign, setup } from 'xstate';
import { actionNotProvided, listenerNotProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { field } from './params.ts';

/** The user's choice. */
export type DataChoice = 'less' | 'full';

/** Clips are loaded one ahead, only when on the stage, or only at a tap. */
export type ClipLoading = 'ahead' | 'current' | 'tapped';

interface Input {
  choice: DataChoice | null;
  /** the browser asks to save data, or reports a very slow connection */
  isHinted: boolean;
}

interface Context extends Input {
  isSavingData: boolean;
  isStrained: boolean;
}

type Event =
  | { type: 'saver.pressed' }
  | { type: 'hint.changed'; isHinted: boolean }
  /** frames were dropped, or a long task has blocked the page */
  | { type: 'strain.felt' }
  /** the feed has just loaded its list, and needs the present value */
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
    shouldSaveData: ({ context: { choice, isHinted } }) =>
      choice === 'less' || (choice === null && isHinted),
  },
  actions: {
    storeChoice: actionNotProvided<DataChoice>('storeChoice'),
    setChoice: assign({ choice: (_, choice: DataChoice) => choice }),
    setHint: assign({ isHinted: (_, isHinted: boolean) => isHinted }),
    setSaving: assign({ isSavingData: (_, isSavingData: boolean) => isSavingData }),
    setStrained: assign({ isStrained: (_, isStrained: boolean) => isStrained }),
    notifyLoading: notify(({ context: { isSavingData, isStrained } }) => ({
      type: 'loading.changed',
      loading: isSavingData ? 'tapped' : isStrained ? 'current' : 'ahead',
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

/** The user's choice, or else the browser's hint. */
const saver = base.createStateConfig({
  initial: 'deciding',
  on: { 'hint.changed': { target: '.deciding', actions: setHint } },
  states: {
    deciding: { always: [{ guard: 'shouldSaveData', target: 'on' }, { target: 'off' }] },
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
 * How clips are loaded: one ahead, unless the phone is busy; only at a tap while data is saved, by
 * the user's choice or else by the browser's report on the connection.
 */
export const clipLoadingMachine = base.createMachine({
  id: 'clipLoading',
  context: ({ input }) => ({ ...input, isSavingData: false, isStrained: false }),
  type: 'parallel',
  on: { 'loading.asked': { actions: 'notifyLoading' } },
  invoke: [
    { id: 'watchHints', src: 'watchHints' },
    { id: 'watchStrain', src: 'watchStrain' },
  ],
  states: { saver, strain },
});
