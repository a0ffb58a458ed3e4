import type { AnyMachineSnapshot } from 'xstate';
import { endonyms } from '../../contract/endonyms.ts';
import { clipLoadingMachine } from '../../machines/clip-loading.machine.ts';
import { localeMachine } from '../../machines/locale.machine.ts';
import { themeMachine } from '../../machines/theme.machine.ts';
import { offeredLanguages } from '../../src/i18n/catalogues.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, never, person } from './driver.ts';
import { answers } from './facts.ts';

const begin = (): AnyWorld => ({ answers: answers() });
const onMine = { path: '/mine/index', timezoneId: 'Asia/Kathmandu' } as const;
const EARLY = 'before the app is drawn; tests/browser/first-language.test.ts';
const box = (isOn: boolean) => (isOn ? '[x]' : '[ ]');

const inSystem = (scheme: 'dark' | 'light') =>
  person(`the system turns ${scheme}`, [{ type: 'system.schemeChanged', scheme }], ({ page }) =>
    page.emulateMedia({ colorScheme: scheme }),
  );
const inOtherWindow = (scheme: 'dark' | 'light') =>
  person(`another window chooses ${scheme}`, [{ type: 'choice.changed', scheme }], ({ page }) =>
    page.evaluate((stored) => {
      localStorage.setItem('scheme', JSON.stringify(stored));
      dispatchEvent(new StorageEvent('storage', { key: 'scheme' }));
    }, scheme),
  );
const inScheme = (scheme: 'dark' | 'light') => () => ({
  switches: `Dark mode ${box(scheme === 'dark')} / Use less data [ ]`,
  scheme,
});

export const ofTheme = defineDriver<AnyWorld>()({
  ...onMine,
  machine: themeMachine,
  actor: ['theme'],
  beginnings: [{ name: 'by day', input: { stored: null, system: 'light' }, begin }],
  arrange: ({ page }) => page.emulateMedia({ colorScheme: 'light' }),
  means: [
    person('presses Dark mode', [{ type: 'dark.pressed' }], ({ page }) =>
      page.getByRole('switch', { name: 'Dark mode' }).click(),
    ),
    { ...inSystem('dark'), when: ({ context }) => context.system !== 'dark' },
    { ...inSystem('light'), when: ({ context }) => context.system !== 'light' },
    inOtherWindow('dark'),
    inOtherWindow('light'),
  ],
  facts: ({ system }) => system,
  places: { switches: 'label.switch', scheme: ':root@data-theme' },
  seen: {
    choosing: never,
    'followingSystem.choosing': never,
    'followingSystem.dark': inScheme('dark'),
    'followingSystem.light': inScheme('light'),
    dark: inScheme('dark'),
    light: inScheme('light'),
  },
  undriven: {
    'theme.choosing --always [isStored]--> theme.dark':
      'before the app is drawn; tests/browser/theme.test.ts begins with a stored choice',
    'theme.choosing --always [isStored]--> theme.light': 'the same',
    'theme.choosing --always--> theme.followingSystem': 'before the first step',
  },
});

const STRAIN = 'nobody can see how busy the phone is';
const saving = (isSaving: boolean) => () => ({
  switches: `Dark mode [ ] / Use less data ${box(isSaving)}`,
});

export const ofClipLoading = defineDriver<AnyWorld>()({
  ...onMine,
  machine: clipLoadingMachine,
  actor: ['clipLoading'],
  beginnings: [{ name: 'unasked', input: { choice: null, isHinted: false }, begin }],
  arrange: async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    // a machine that does other things too is strained
    await context.addInitScript(() => {
      const Still = class {
        static readonly supportedEntryTypes = [];
        observe() {}
        disconnect() {}
      };
      Object.assign(globalThis, { PerformanceObserver: Still });
    });
  },
  means: [
    person('presses Use less data', [{ type: 'saver.pressed' }], ({ page }) =>
      page.getByRole('switch', { name: 'Use less data' }).click(),
    ),
  ],
  facts: ({ choice }) => choice,
  places: { switches: 'label.switch' },
  seen: {
    'saver.deciding': never,
    'saver.on': saving(true),
    'saver.off': saving(false),
    'strain.calm': () => ({}),
    'strain.strained.lately': () => ({}),
  },
  undriven: {
    'clipLoading --loading.asked--> (stays)':
      'of a feed that has its list, before anybody is on Mine',
    'clipLoading.saver --hint.changed--> clipLoading.saver.deciding':
      'no test may slow the line of the whole browser; the walks do it',
    'clipLoading.strain.calm --strain.felt--> clipLoading.strain.strained': STRAIN,
    'clipLoading.strain.strained --strain.felt--> clipLoading.strain.strained.lately': STRAIN,
    'clipLoading.strain.strained.lately --xstate.after.calm.clipLoading.strain.strained.lately--> clipLoading.strain.calm':
      STRAIN,
  },
});

const LOG_OUT: Record<string, string> = { en: 'Log out', de: 'Abmelden', ar: 'تسجيل الخروج' };
const NOT_LOADED: Record<string, string> = {
  en: 'This language could not be loaded.',
  de: 'Diese Sprache konnte nicht geladen werden.',
  ar: 'تعذّر تحميل هذه اللغة.',
};
const endonym = (tag: string) => endonyms[tag] ?? '';
const chosen = (locale: string) => ({ type: 'language.chosen', locale });
const choose =
  (tag: string): Means<AnyWorld>['act'] =>
  ({ page }) =>
    page.locator('.language select').selectOption(tag);
const speaks = (locale: string) =>
  person(`chooses ${locale}`, [chosen(locale), done('loadTexts', undefined)], choose(locale));

export const ofLocale = defineDriver<AnyWorld>()({
  ...onMine,
  machine: localeMachine,
  actor: ['locale'],
  beginnings: [
    {
      name: 'in English',
      input: { supported: offeredLanguages.map(({ tag }) => tag) },
      first: [
        done('readPreference', { saved: null, preferred: ['en-US'] }),
        done('loadTexts', undefined),
      ],
      begin,
    },
  ],
  means: [
    {
      ...person(
        'chooses one that does not come',
        [chosen('fr'), failed('loadTexts', undefined)],
        async ({ page }) => {
          await page.route('**/assets/language-fr-*.js', (route) => route.abort());
          await page.locator('.language select').selectOption('fr');
        },
      ),
      says: (_, { context }) => [NOT_LOADED[context.active] ?? ''],
    },
    { ...speaks('de'), when: ({ context }) => context.active !== 'de' },
    { ...speaks('ar'), when: ({ context }) => context.active !== 'ar' },
    { ...speaks('en'), when: ({ context }) => context.active !== 'en' },
  ],
  facts: ({ active }) => active,
  places: {
    language: '.language select',
    leave: '.log-out',
    lang: ':root@lang',
    dir: ':root@dir',
  },
  seen: {
    resolving: never,
    loading: never,
    switching: never,
    ready: (_: AnyWorld, { context }: AnyMachineSnapshot) => ({
      language: `«${endonym(context.active)}»`,
      leave: LOG_OUT[context.active] ?? '',
      lang: context.active,
      dir: context.active === 'ar' ? 'rtl' : 'ltr',
    }),
  },
  undriven: {
    'locale.resolving --xstate.error.actor.readPreference--> locale.loading': EARLY,
    'locale.resolving --xstate.done.actor.readPreference--> locale.loading': EARLY,
    'locale.resolving --xstate.after.preferenceTimeout.locale.resolving--> locale.loading': EARLY,
    'locale.loading --xstate.done.actor.loadTexts--> locale.ready': EARLY,
    'locale.loading --xstate.error.actor.loadTexts--> locale.ready': EARLY,
    'locale.loading --xstate.after.textsTimeout.locale.loading--> locale.ready': EARLY,
    'locale.ready --language.chosen [isActive]--> (stays)':
      'a choice of what is chosen is no event',
    'locale.switching --language.chosen [isSupported]--> locale.switching':
      'the texts of the catalogues come too fast for a second choice; the walks do it',
    'locale.switching --xstate.after.textsTimeout.locale.switching--> locale.ready':
      'a file that does not end is one that the browser gives up',
  },
});
