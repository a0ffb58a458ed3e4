import { failureText } from '../../../src/i18n/messages.ts';
import type { Area } from './row.ts';

const tasksTest = 'tests/browser/tasks.test.ts';
const shellTest = 'tests/ui/shell.test.ts';
const claimed = {
  file: tasksTest,
  title: 'notifications that are allowed can be claimed, once, and stay completed',
};
const installed = {
  file: tasksTest,
  title: 'the app is installed by the prompt of the browser, then claimed',
};
const failures = {
  file: 'tests/browser/member-states.test.ts',
  title: 'what cannot be loaded says what it is, and why, and has its Retry',
};
const OFFLINE = 'Network error, please try again later.';

/** Things to do once, and the app on the home screen. */
export const tasks: Area = {
  name: 'Tasks',
  rows: [
    {
      section: 4,
      spec: 'Task buttons: default',
      machine: 'task',
      state: 'default',
      shown: claimed,
    },
    {
      section: 4,
      spec: 'Task buttons: canClaim',
      machine: 'task',
      state: 'canClaim',
      shown: claimed,
    },
    {
      section: 4,
      spec: 'Task buttons: completed',
      machine: 'task',
      state: 'completed',
      shown: claimed,
    },
    {
      section: 4,
      spec: 'A claim yields a reward',
      machine: 'task',
      from: 'claiming',
      on: 'xstate.done.actor.claimTask',
      to: 'completed',
      tells: ['task.rewarded'],
      shown: claimed,
    },
    {
      section: 4,
      spec: 'Claiming the download reward needs the app installed first',
      machine: 'task',
      from: 'default',
      on: 'readiness.changed',
      to: 'canClaim',
      leaves: { task: 'download_app' },
      shown: installed,
    },
    {
      section: 4,
      spec: 'Claiming the notification reward needs notification permission',
      machine: 'task',
      from: 'default',
      on: 'readiness.changed',
      to: 'canClaim',
      leaves: { task: 'notification' },
      shown: claimed,
    },
    {
      section: 8,
      spec: 'Tasks: install the app first',
      machine: 'task',
      news: { type: 'task.notReady', task: 'download_app' },
      toast: 'Install the app first.',
    },
    {
      section: 8,
      spec: 'Tasks: notification permission must be enabled',
      machine: 'task',
      news: { type: 'task.notReady', task: 'notification', preparation: 'declined' },
      toast: 'Notifications must be allowed for this.',
    },
    {
      section: 8,
      spec: 'Tasks: failed to claim reward',
      machine: 'task',
      news: { type: 'task.claimFailed', failure: { kind: 'offline' } },
      toast: OFFLINE,
      shown: { file: tasksTest, title: 'a claim that fails says so and can be tried again' },
    },
    {
      section: 2,
      spec: 'Tasks: a notification-permission help guide with four steps',
      holder: 'the notification help dialog',
      shown: {
        file: tasksTest,
        title: 'a permission that was refused opens the help with its four steps',
      },
    },
    {
      section: 2,
      spec: 'Tasks: an image guide modal',
      holder: 'the install guide dialog',
      shown: {
        file: tasksTest,
        title:
          'without a prompt the way to install is shown: on an iPhone, and in any other browser',
      },
    },
    {
      section: 4,
      spec: 'Install prompt: saving a prompt marks the app installable',
      machine: 'install',
      from: 'unavailable',
      on: 'prompt.offered',
      to: 'installable',
      shown: installed,
    },
    {
      section: 4,
      spec: 'Install prompt: triggering install shows the prompt',
      machine: 'install',
      state: 'prompting',
      shown: installed,
    },
    {
      section: 4,
      spec: 'Install prompt: accepted',
      machine: 'install',
      from: 'prompting',
      on: 'xstate.done.actor.showPrompt',
      to: 'accepted',
    },
    {
      section: 4,
      spec: 'Install prompt: not accepted; the prompt is used up all the same',
      machine: 'install',
      from: 'prompting',
      on: 'xstate.done.actor.showPrompt',
      to: 'dismissed',
    },
    {
      section: 2,
      spec: 'Install: installed',
      machine: 'install',
      state: 'installed',
      shown: installed,
    },
  ],
};

/** Who is here, what they earned, and how the app should be. */
export const mine: Area = {
  name: 'Mine',
  rows: [
    {
      section: 2,
      spec: 'Mine: user ID, available amount with approximate local amount',
      machine: 'auth',
      state: 'loggedIn.current',
      shown: { file: 'tests/browser/keyboard.test.ts', title: 'the main job by keyboard alone' },
    },
    {
      section: 8,
      spec: 'Mine: failed to get user info',
      machine: 'auth',
      state: 'loggedIn.outdated',
      shown: failures,
    },
    {
      section: 2,
      spec: 'Mine: reward history',
      machine: 'list',
      state: 'shown',
      shown: {
        file: 'tests/browser/mine.test.ts',
        title: 'rewards stand under their UTC day, the newest first',
      },
    },
    {
      section: 8,
      spec: 'Mine: failed to get reward logs',
      machine: 'list',
      state: 'failed',
      message: ({ context }) => failureText(context.failure),
      says: OFFLINE,
      shown: failures,
    },
    {
      section: 8,
      spec: 'Mine: failed to get withdraw info',
      machine: 'withdrawInfo',
      state: 'failed',
      shown: failures,
    },
    {
      section: 1,
      spec: 'Dark mode follows the system preference',
      machine: 'theme',
      state: 'followingSystem.dark',
    },
    {
      section: 1,
      spec: 'Dark mode follows a stored flag first',
      machine: 'theme',
      state: 'dark',
      shown: { file: shellTest, title: 'has the stored theme, not the system’s' },
    },
    {
      section: 1,
      spec: 'The switch stores the choice',
      machine: 'theme',
      from: 'followingSystem.light',
      on: 'dark.toggled',
      to: 'dark',
      does: ['storeScheme', 'applyScheme'],
    },
    {
      section: 1,
      spec: 'The browser language is used if supported; else English; Chinese: English',
      machine: 'locale',
      state: 'loading',
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

/** What stands around every screen. */
export const frame: Area = {
  name: 'The frame',
  rows: [
    {
      section: 2,
      spec: 'Routes with their redirects, "{page title} | {product}"',
      holder: 'the table of routes',
      shown: { file: shellTest, title: '%s is at %s and is called %s' },
    },
    {
      section: 2,
      spec: 'Visited views are cached',
      holder: 'the shell',
      shown: { file: shellTest, title: 'a screen that was visited is found again as it was left' },
    },
    {
      section: 2,
      spec: 'Ticker: first after 10 s',
      machine: 'ticker',
      from: 'beginning',
      on: 'xstate.after.firstPause.ticker.beginning',
      to: 'picking',
      shown: {
        file: 'tests/model/ticker.test.ts',
        title: 'the first notice comes after 10 s, stays 5 s, the next one comes after 60 s',
      },
    },
    {
      section: 2,
      spec: 'Ticker: shown',
      machine: 'ticker',
      state: 'showing',
      shown: {
        file: 'tests/browser/ticker.test.ts',
        title: 'while nobody has been paid yet, the notice is labelled an example',
      },
    },
    {
      section: 2,
      spec: 'Ticker: shown 5 s',
      machine: 'ticker',
      from: 'showing',
      on: 'xstate.after.shownTime.ticker.showing',
      to: 'resting',
      leaves: { notice: null },
    },
    {
      section: 2,
      spec: 'Ticker: then every 60 s',
      machine: 'ticker',
      from: 'resting',
      on: 'xstate.after.pause.ticker.resting',
      to: 'picking',
    },
    {
      section: 2,
      spec: 'Ticker: names of more than 6 characters show the first 2, up to 3 stars and the last 2',
      holder: 'contract/mask.ts',
      shown: { file: 'tests/contract/mask.test.ts', title: '%j is shown as %j' },
    },
    {
      section: 2,
      spec: 'Ticker: clicking goes to /withdraw (and puts the notice away)',
      machine: 'ticker',
      from: 'showing',
      on: 'notice.pressed',
      to: 'resting',
      leaves: { notice: null },
    },
    {
      section: 2,
      spec: 'Ticker: a close button',
      machine: 'ticker',
      from: 'showing',
      on: 'close.pressed',
      to: 'closed',
      shown: {
        file: 'tests/browser/ticker.test.ts',
        title: 'while nobody has been paid yet, the notice is labelled an example',
      },
    },
    {
      section: 8,
      spec: 'HTTP-level and request set-up errors: a failure toast, then reject',
      machine: 'task',
      news: { type: 'task.claimFailed', failure: { kind: 'timeout' } },
      toast: 'This took too long. Please try again.',
    },
    {
      section: 8,
      spec: 'App config load failure is only logged',
      holder: 'src/app/product.ts',
      shown: {
        file: 'tests/browser/visitor-states.test.ts',
        title: 'a configuration that cannot be loaded is only logged',
      },
    },
  ],
};
