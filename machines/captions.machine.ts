import { assign, setup } from 'xstate';
import { actionNotProvided } from './not-provided.ts';
import { field } from './params.ts';

/** What a person has chosen on this device. */
export interface CaptionsChoice {
  isOn: boolean;
  /** whose captions are wanted; null: those of the app's language */
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
    /** null: nothing was chosen yet */
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
 * Whether captions are shown: while there is no sound, until a person switches them on or off, which this
 * device remembers, with the language that they picked where a clip has several.
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
