import { assign, emit, setup } from 'xstate';
import { missing, missingAction } from './missing.ts';
import type { Tag } from './tags.ts';

export interface LocalePreference {
  /** the choice kept in the cookie, if there is one */
  saved: string | null;
  /** the browser's languages, the most wanted first */
  preferred: readonly string[];
}

interface Context {
  supported: readonly string[];
  /** what the screen speaks; null until the first texts are there */
  active: string | null;
  wanted: string;
}

type Event = { type: 'language.chosen'; locale: string };

export type LocaleNews = { type: 'locale.failed'; locale: string };

/** What the product speaks when nothing better is known. */
const SOURCE_LOCALE = 'en';

/** What browsers and older systems call a language of ours. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  iw: 'he',
  in: 'id',
  tl: 'fil',
};

/**
 * The language to begin with: the saved choice, else the browser's first language if the product
 * speaks it (a region counts as its language, by whichever name). A Chinese browser gets English.
 */
export function resolveLocale(preference: LocalePreference, supported: readonly string[]): string {
  const match = (tag: string) => {
    const wanted = tag.toLowerCase();
    const language = wanted.replace(/-.*/, '');
    const names = [wanted, language, OTHER_NAMES[language]];
    const found = names.map((name) => supported.find((locale) => locale.toLowerCase() === name));
    return found.find((locale) => locale !== undefined);
  };
  const saved = preference.saved && match(preference.saved);
  if (saved) return saved;
  for (const tag of preference.preferred) {
    if (tag.toLowerCase().split('-')[0] === 'zh') return SOURCE_LOCALE;
    const found = match(tag);
    if (found) return found;
  }
  return SOURCE_LOCALE;
}

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as LocaleNews,
    tags: {} as Tag,
    input: {} as { supported: readonly string[] },
  },
  actors: {
    readPreference: missing<LocalePreference>('readPreference'),
    loadTexts: missing<void, { locale: string }>('loadTexts'),
  },
  delays: { preferenceLimit: 2_000, textsLimit: 15_000 },
  guards: {
    isSupported: ({ context, event }) =>
      event.type === 'language.chosen' && context.supported.includes(event.locale),
    isActive: ({ context, event }) =>
      event.type === 'language.chosen' && context.active === event.locale,
  },
  actions: {
    saveChoice: missingAction('saveChoice'),
    activate: missingAction('activate'),
    want: assign({
      wanted: ({ context, event }) =>
        event.type === 'language.chosen' ? event.locale : context.wanted,
    }),
    noteActive: assign({ active: ({ context }) => context.wanted }),
    fallBack: assign({ active: SOURCE_LOCALE, wanted: SOURCE_LOCALE }),
    keepActive: assign({ wanted: ({ context }) => context.active ?? SOURCE_LOCALE }),
    tellFailed: emit(({ context }) => ({ type: 'locale.failed', locale: context.wanted }) as const),
  },
});

/** The source texts are part of the app itself, so there is always something to say. */
const speakSource = { target: 'ready', actions: ['tellFailed', 'fallBack', 'activate'] } as const;
const stay = { target: 'ready', actions: ['tellFailed', 'keepActive'] } as const;

/**
 * The language of the screen: found out once, its texts loaded, then switched by choice. Of
 * several choices in a row the last one wins; one that cannot be loaded leaves all as it was.
 */
export const localeMachine = base.createMachine({
  id: 'locale',
  context: ({ input }) => ({ ...input, active: null, wanted: SOURCE_LOCALE }),
  initial: 'resolving',
  states: {
    resolving: {
      tags: ['busy'],
      invoke: {
        id: 'readPreference',
        src: 'readPreference',
        onDone: {
          target: 'loading',
          actions: assign({
            wanted: ({ context, event }) => resolveLocale(event.output, context.supported),
          }),
        },
        onError: 'loading',
      },
      after: { preferenceLimit: 'loading' },
    },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadTexts',
        src: 'loadTexts',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: { target: 'ready', actions: ['noteActive', 'activate'] },
        onError: speakSource,
      },
      after: { textsLimit: speakSource },
    },
    ready: {
      tags: ['actionable'],
      on: {
        'language.chosen': [
          { guard: 'isActive', actions: 'saveChoice' },
          { guard: 'isSupported', target: 'switching', actions: 'want' },
        ],
      },
    },
    switching: {
      tags: ['busy'],
      on: {
        'language.chosen': {
          guard: 'isSupported',
          target: 'switching',
          reenter: true,
          actions: 'want',
        },
      },
      invoke: {
        id: 'loadTexts',
        src: 'loadTexts',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: { target: 'ready', actions: ['noteActive', 'activate', 'saveChoice'] },
        onError: stay,
      },
      after: { textsLimit: stay },
    },
  },
});
