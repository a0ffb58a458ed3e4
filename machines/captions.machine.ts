import { assign, setup } from 'xstate';
import { actionNotProvided } from './not-provided.ts';
import { field } from './params.ts';

/** The user's choice on this device. */
export interface CaptionsChoice {
  isOn: boolean;
  /** the language of the captions; null: the app's language */
  language: string | null;
}

interface Context {
  stored: CaptionsChoice | null;
  language: string | null;
}

type Event =
  | { type: 'captions.switched'; isOn: boolean }
  | { type: 'captions.picked'; language: string };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    /** null: no choice yet */
    input: {} as CaptionsChoice | null,
  },
  guards: {
    isStored: ({ context }, isOn: boolean) => context.stored?.isOn === isOn,
    isOn: (_, isOn: boolean) => isOn,
  },
  actions: {
    storeChoice: actionNotProvided<CaptionsChoice>('storeChoice'),
    setLanguage: assign({ language: (_, language: string) => language }),
  },
});

const isOn = field('isOn');
const store = (isOn: boolean) =>
  ({
    type: 'storeChoice',
    params: ({ context: { language } }: { context: Context }) => ({ isOn, language }),
  }) as const;
const language = field('language');

/**
 * Captions: shown while there is no sound, until the user switches them on or off. This device stores that choice, and
 * the picked language where a clip has several.
 */
export const captionsMachine = base.createMachine({
  id: 'captions',
  context: ({ input }) => ({ stored: input, language: input?.language ?? null }),
  initial: 'choosing',
  on: {
    'captions.switched': [
      { guard: { type: 'isOn', params: isOn }, target: '.on', actions: store(true) },
      { target: '.off', actions: store(false) },
    ],
    'captions.picked': {
      target: '.on',
      actions: [{ type: 'setLanguage', params: language }, store(true)],
    },
  },
  states: {
    choosing: {
      always: [
        { guard: { type: 'isStored', params: true }, target: 'on' },
        { guard: { type: 'isStored', params: false }, target: 'off' },
        { target: 'whileMuted' },
      ],
    },
    whileMuted: {},
    on: {},
    off: {},
  },
});
