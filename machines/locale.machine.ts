import { assign, setup } from 'xstate';
import { type LocalePreference, resolveLocale, sourceLanguage } from '../contract/languages.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { field, output } from './params.ts';
import type { Tag } from './tags.ts';

interface Context {
  supported: readonly string[];
  /** the language shown; null until its texts are loaded */
  active: string | null;
  wanted: string;
}

type Event = { type: 'language.chosen'; locale: string };

export type LocaleEmitted = { type: 'locale.failed' };

const base = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: Tag;
    input: { supported: readonly string[] };
  },
  actors: {
    readPreference: notProvided<LocalePreference>('readPreference'),
    loadTexts: notProvided<void, { locale: string }>('loadTexts'),
  },
  delays: { preferenceTimeout: 2_000, textsTimeout: 15_000 },
  guards: {
    isSupported: ({ context }, locale: string) => context.supported.includes(locale),
    isActive: ({ context }, locale: string) => context.active === locale,
  },
  actions: {
    saveChoice: actionNotProvided('saveChoice'),
    activate: actionNotProvided('activate'),
    resolve: assign({
      wanted: ({ context }, preference: LocalePreference) =>
        resolveLocale(preference, context.supported),
    }),
    setWanted: assign({ wanted: (_, locale: string) => locale }),
    setActive: assign({ active: ({ context }) => context.wanted }),
    fallBack: assign({ active: sourceLanguage, wanted: sourceLanguage }),
    keepActive: assign({ wanted: ({ context }) => context.active ?? sourceLanguage }),
    notifyFailed: notify({ type: 'locale.failed' }),
  },
});

const chosen = field('locale');
const change = {
  guard: { type: 'isSupported', params: chosen },
  target: 'switching',
  actions: { type: 'setWanted', params: chosen },
} as const;

/** The source texts are part of the app's code, and so always available. */
const fallBackToSource = {
  target: 'ready',
  actions: ['notifyFailed', 'fallBack', 'activate'],
} as const;
const stay = { target: 'ready', actions: ['notifyFailed', 'keepActive'] } as const;

/**
 * The language of the app: detected once, its texts loaded, then switched by choice. The last of
 * several choices wins; if its texts cannot be loaded, the language stays.
 */
export const localeMachine = base.createMachine({
  id: 'locale',
  context: ({ input }) => ({ ...input, active: null, wanted: sourceLanguage }),
  initial: 'resolving',
  states: {
    resolving: {
      tags: ['busy'],
      invoke: {
        id: 'readPreference',
        src: 'readPreference',
        onDone: { target: 'loading', actions: { type: 'resolve', params: output } },
        onError: 'loading',
      },
      after: { preferenceTimeout: 'loading' },
    },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadTexts',
        src: 'loadTexts',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: { target: 'ready', actions: ['setActive', 'activate'] },
        onError: fallBackToSource,
      },
      after: { textsTimeout: fallBackToSource },
    },
    ready: {
      on: {
        'language.chosen': [
          { guard: { type: 'isActive', params: chosen }, actions: 'saveChoice' },
          change,
        ],
      },
    },
    switching: {
      tags: ['busy'],
      on: { 'language.chosen': { ...change, reenter: true } },
      invoke: {
        id: 'loadTexts',
        src: 'loadTexts',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: { target: 'ready', actions: ['setActive', 'activate', 'saveChoice'] },
        onError: stay,
      },
      after: { textsTimeout: stay },
    },
  },
});
