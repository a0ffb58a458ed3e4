import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area } from './row.ts';
import { failures, OUR_FAULT } from './shown.ts';

const shellTest = 'tests/ui/shell.test.ts';

/** Who is here, what they earned, and how the app should be. */
export const mine: Area = {
  name: 'Mine',
  rows: [
    {
      section: 2,
      spec: 'Mine: corrections, each with its reason',
      holder: 'src/screens/mine/corrections.tsx',
      shown: {
        file: 'tests/browser/honest.test.ts',
        title: 'a debt is to be settled, with its reason; corrections stand on Mine',
      },
    },
    {
      section: 2,
      spec: 'Mine: user ID, available amount with approximate local amount',
      machine: 'auth',
      from: 'loggedIn.refreshing',
      on: 'xstate.done.actor.loadUser',
      to: 'loggedIn.current',
      does: ['storeUser'],
      tells: ['auth.identified'],
      shown: { file: 'tests/browser/keyboard.test.ts', title: 'the main job by keyboard alone' },
    },
    {
      section: 8,
      spec: 'Mine: failed to get user info',
      machine: 'auth',
      from: 'loggedIn.refreshing',
      on: 'xstate.error.actor.loadUser',
      to: 'loggedIn.outdated',
      tells: [],
      shown: failures,
    },
    {
      section: 2,
      spec: 'Mine: withdraw-now button',
      holder: 'src/screens/mine/mine-screen.tsx',
      shown: {
        file: 'tests/browser/mine.test.ts',
        title:
          'what 30 days have brought is drawn, told as a table, listed by UTC day, and to be withdrawn',
      },
    },
    {
      section: 2,
      spec: 'Mine: reward history',
      machine: 'list',
      from: 'loading',
      on: 'xstate.done.actor.loadPages',
      to: 'shown',
      leaves: { items: { 0: 1, 1: 2 } },
      shown: {
        file: 'tests/browser/mine.test.ts',
        title:
          'what 30 days have brought is drawn, told as a table, listed by UTC day, and to be withdrawn',
      },
    },
    {
      section: 8,
      spec: 'Mine: failed to get reward logs',
      machine: 'list',
      on: 'xstate.error.actor.loadPages',
      given: { error: { kind: 'faulted' } },
      state: 'failed',
      message: ({ context }) => failureText(context.failure),
      says: OUR_FAULT,
      shown: failures,
    },
    {
      section: 8,
      spec: 'Without a connection: said once on a screen, by no toast, and ended by itself',
      machine: 'list',
      from: 'failed',
      on: 'data.outdated',
      to: 'stale',
      shown: {
        file: 'tests/browser/offline.test.ts',
        title:
          'without a network each screen says so once, shows no old estimate, and comes by itself',
      },
    },
    {
      section: 8,
      spec: 'Without a connection: the same where nothing is known at all',
      machine: 'withdrawInfo',
      from: 'loading',
      on: 'xstate.error.actor.loadWithdrawInfo',
      given: { error: { kind: 'offline' } },
      to: 'failed',
      tells: [],
      shown: {
        file: 'tests/browser/no-connection.test.ts',
        title:
          'without a connection a screen of which nothing is known says so once, and comes by itself',
      },
    },
    {
      section: 8,
      spec: 'Mine: failed to get withdraw info',
      machine: 'withdrawInfo',
      from: 'loading',
      on: 'xstate.error.actor.loadWithdrawInfo',
      given: { error: { kind: 'faulted' } },
      to: 'failed',
      tells: ['withdrawInfo.failed'],
      shown: failures,
    },
    {
      section: 1,
      spec: 'Dark mode follows the system preference',
      machine: 'theme',
      from: 'followingSystem.light',
      on: 'system.schemeChanged',
      given: { scheme: 'dark' },
      to: 'followingSystem.dark',
      does: ['applyScheme'],
    },
    {
      section: 1,
      spec: 'Dark mode follows a stored flag first',
      machine: 'theme',
      on: 'xstate.init',
      to: 'dark',
      leaves: { stored: 'dark', system: 'light' },
      shown: {
        file: shellTest,
        title: 'needs nothing but the page, and has the stored theme, not the system’s',
      },
    },
    {
      section: 1,
      spec: 'The switch stores the choice',
      machine: 'theme',
      from: 'followingSystem.light',
      on: 'dark.pressed',
      to: 'dark',
      does: ['storeScheme', 'applyScheme'],
    },
    {
      section: 1,
      spec: 'The browser language is used if supported; else English; Chinese: English',
      machine: 'locale',
      from: 'resolving',
      on: 'xstate.done.actor.readPreference',
      given: { output: { saved: null, preferred: ['de-AT'] } },
      to: 'loading',
      leaves: { wanted: 'de' },
      shown: {
        file: 'tests/model/locale.test.ts',
        title: 'of several choices in a row the last one wins, whichever is loaded first',
      },
    },
    {
      section: 1,
      spec: 'The chosen language is kept',
      machine: 'locale',
      from: 'switching',
      on: 'xstate.done.actor.loadTexts',
      to: 'ready',
      does: ['activate', 'saveChoice'],
    },
  ],
};
