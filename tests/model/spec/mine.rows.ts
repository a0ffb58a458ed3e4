import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area } from './row.ts';
import { failures, OUR_FAULT } from './shown.ts';

const shellTest = 'tests/ui/shell.test.ts';

/** The member, their earnings, and the app's settings. */
export const mine: Area = {
  name: 'Mine',
  rows: [
    {
      section: 2,
      spec: 'Mine: corrections, each with its reason',
      holder: 'src/screens/mine/corrections.tsx',
      shown: {
        file: 'tests/browser/honest.test.ts',
        title: 'Withdraw shows a debt with its reason, and Mine lists all corrections',
      },
    },
    {
      section: 2,
      spec: 'Mine: user ID, available amount with approximate local amount',
      step: 'auth.loggedIn.refreshing --xstate.done.actor.loadUser--> loggedIn.current',
      does: ['storeUser'],
      tells: ['auth.identified'],
      shown: {
        file: 'tests/browser/keyboard.test.ts',
        title: 'by keyboard alone: register, watch, share, withdraw and log out',
      },
    },
    {
      section: 8,
      spec: 'Mine: failed to get user info',
      step: 'auth.loggedIn.refreshing --xstate.error.actor.loadUser--> loggedIn.outdated',
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
          'the rewards of 30 days are shown as a chart, a table and a list by UTC day, and can be withdrawn',
      },
    },
    {
      section: 2,
      spec: 'Mine: reward history',
      step: 'list.loading --xstate.done.actor.loadPages--> shown',
      leaves: { items: { 0: 1, 1: 2 } },
      shown: {
        file: 'tests/browser/mine.test.ts',
        title:
          'the rewards of 30 days are shown as a chart, a table and a list by UTC day, and can be withdrawn',
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
      spec: 'Without a connection: one sentence on the screen, no toast, until the connection is back',
      step: 'list.failed --data.outdated--> stale',
      shown: {
        file: 'tests/browser/offline.test.ts',
        title:
          'each screen reports once that it is offline, shows no old estimate, and loads when the network is back',
      },
    },
    {
      section: 8,
      spec: 'Without a connection: the same on a screen without cached data',
      step: 'withdrawInfo.loading --xstate.error.actor.loadWithdrawInfo--> failed',
      given: { error: { kind: 'offline' } },
      tells: [],
      shown: {
        file: 'tests/browser/recovery.test.ts',
        title:
          'offline a screen without cached data reports it once, and loads when the connection is back',
      },
    },
    {
      section: 8,
      spec: 'Mine: failed to get withdraw info',
      step: 'withdrawInfo.loading --xstate.error.actor.loadWithdrawInfo--> failed',
      given: { error: { kind: 'faulted' } },
      tells: ['withdrawInfo.failed'],
      shown: failures,
    },
    {
      section: 1,
      spec: 'Dark mode follows the system preference',
      step: 'theme.followingSystem.light --system.schemeChanged--> followingSystem.dark',
      given: { scheme: 'dark' },
      does: ['applyScheme'],
    },
    {
      section: 1,
      spec: 'Dark mode follows a stored flag first',
      step: 'theme --xstate.init--> dark',
      leaves: { stored: 'dark', system: 'light' },
      shown: {
        file: shellTest,
        title: 'needs no file but the page, and has the stored theme, not the system’s',
      },
    },
    {
      section: 1,
      spec: 'The switch stores the choice',
      step: 'theme.followingSystem.light --dark.pressed--> dark',
      does: ['storeScheme', 'applyScheme'],
    },
    {
      section: 1,
      spec: 'The browser language is used if supported; else English; Chinese: English',
      step: 'locale.resolving --xstate.done.actor.readPreference--> loading',
      given: { output: { saved: null, preferred: ['de-AT'] } },
      leaves: { wanted: 'de' },
      shown: {
        file: 'tests/model/locale.test.ts',
        title: 'the last of several choices in a row wins, in any order of loading',
      },
    },
    {
      section: 1,
      spec: 'The chosen language is stored',
      step: 'locale.switching --xstate.done.actor.loadTexts--> ready',
      does: ['activate', 'saveChoice'],
    },
  ],
};
