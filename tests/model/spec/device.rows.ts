import type { Area } from './row.ts';

const installTest = 'tests/browser/install.test.ts';
const guideTest = 'tests/browser/install-guide.test.ts';
const themeTest = 'tests/browser/theme.test.ts';
const dataTest = 'tests/browser/data.test.ts';
const phoneTest = 'tests/browser/phone.test.ts';
const updateTest = 'tests/browser/update.test.ts';
const installs = {
  file: installTest,
  title: 'the button prompts, installs and says so; after a dismissal it can prompt again',
};

/** The install page, the theme, the phone's functions, and updates. */
export const device: Area = {
  name: 'Install page, theme, phone, update',
  rows: [
    {
      section: 2,
      spec: 'Install page: rating, downloads, age rating, about, preview',
      holder: 'the configuration of the operator',
      shown: {
        file: installTest,
        title: 'the page shows the figures that the operator has set, and no others',
      },
    },
    {
      section: 2,
      spec: 'Install page: install button, default',
      step: 'install.unavailable --prompt.offered--> installable',
      tells: ['install.offered'],
      shown: installs,
    },
    {
      section: 2,
      spec: 'Install page: install button, installing',
      step: 'install.prompting --xstate.done.actor.showPrompt--> accepted',
      given: { output: 'accepted' },
      shown: installs,
    },
    {
      section: 2,
      spec: 'Install page: no prompt in this browser',
      step: 'install.unavailable --install.pressed--> guiding',
      tells: ['install.guided'],
      shown: {
        file: guideTest,
        title: 'without an install prompt the guide shows the steps of the browser: %s',
      },
    },
    {
      section: 2,
      spec: 'Install page: the in-app browser of another app, which cannot install',
      step: 'install.guiding.shown --copy.pressed--> guiding.copying',
      shown: {
        file: guideTest,
        title: 'in an in-app browser the link is copied, to be opened in a real browser',
      },
    },
    {
      section: 2,
      spec: 'Install page: the link for another browser is copied',
      machine: 'install',
      news: { type: 'install.linkCopied' },
      toast: 'Link copied.',
      shown: {
        file: guideTest,
        title: 'in an in-app browser the link is copied, to be opened in a real browser',
      },
    },
    {
      section: 2,
      spec: 'Install page: the link for another browser could not be copied',
      machine: 'install',
      news: { type: 'install.copyFailed' },
      toast: 'The link could not be copied.',
      shown: {
        file: guideTest,
        title: 'if the button cannot copy the link, the text of the link can be selected',
      },
    },
    {
      section: 2,
      spec: 'Dark mode toggles with an animated circular reveal',
      holder: 'the theme’s port',
      shown: {
        file: themeTest,
        title:
          'the new theme opens as a circle from the touch point, or by keyboard from the switch’s middle',
      },
    },
    {
      section: 2,
      spec: 'Unless reduced motion is preferred',
      holder: 'the theme’s port',
      shown: { file: themeTest, title: 'under reduced motion the theme changes without a circle' },
    },
    {
      section: 8,
      spec: 'Country lookup failure returns code 500 with undefined location',
      holder: 'the country’s port',
      shown: {
        file: 'tests/browser/country.test.ts',
        title: '%s: the log-in goes on, with the country where it is known',
      },
    },
    {
      section: 2,
      spec: 'Clips: a load that failed offline is repeated when the server answers again',
      step: 'connectivity.asking --xstate.done.actor.askServer--> returned',
      tells: ['connectivity.restored'],
      shown: {
        file: 'tests/browser/recovery.test.ts',
        title:
          'a clip that fails while the browser counts as online plays when the server answers again',
      },
    },
    {
      section: 2,
      spec: 'Mine: data is saved, clips wait for a tap',
      step: 'clipLoading.saver.off --saver.pressed--> saver.on',
      does: ['storeChoice'],
      tells: ['loading.changed'],
      shown: {
        file: dataTest,
        title:
          '"Use less data" applies at once, after a reload, and to a prefetched clip, until it is off',
      },
    },
    {
      section: 2,
      spec: 'Clips: no clip is fetched ahead while the phone is too slow',
      step: 'clipLoading.strain.calm --strain.felt--> strain.strained',
      tells: ['loading.changed'],
      shown: {
        file: dataTest,
        title: 'no clip is prefetched while the main thread is busy; one is as soon as it is idle',
      },
    },
    {
      section: 2,
      spec: 'Mine: data used today and this month',
      step: 'dataUsed.adding --xstate.done.actor.addBytes--> resting',
      leaves: { used: { today: 1_000, month: 2_000 } },
      shown: {
        file: dataTest,
        title: '"Data used" counts and stores all network traffic, the service worker’s included',
      },
    },
    {
      section: 2,
      spec: 'Clips: the screen stays on while a clip counts',
      step: 'nowPlaying.screen.free --clip.began--> screen.kept',
      given: { isCounting: true },
      does: ['showPlaying'],
      shown: {
        file: phoneTest,
        title:
          'the screen stays on while a clip counts, and not while it is paused, hidden or paid',
      },
    },
    {
      section: 2,
      spec: 'Clips: the system’s own controls',
      machine: 'nowPlaying',
      news: { type: 'clip.controlled', control: 'next' },
      reaches: { to: 'feed', event: { type: 'next.pressed' } },
    },
    {
      section: 2,
      spec: 'Clips: a break is proposed after half an hour, and nothing plays behind the card',
      step: 'breakReminder.watching --break.due--> proposed',
      tells: ['break.changed'],
      shown: {
        file: 'tests/browser/break.test.ts',
        title: 'a break is proposed once; no clip plays behind the card until "Keep watching"',
      },
    },
    {
      section: 2,
      spec: 'A part that is still loading after 5 s says so',
      holder: 'src/ui/states.tsx',
      shown: {
        file: 'tests/browser/slow-connection.test.ts',
        title:
          'a clip that loads slowly is reported as slow before its timeout, and so is each slow screen',
      },
    },
    {
      section: 2,
      spec: 'A newer version of the app is available',
      step: 'appUpdate.current --update.found--> available',
      shown: {
        file: updateTest,
        title: 'a newer version is offered, and "Update" loads the page once, under the new worker',
      },
    },
    {
      section: 2,
      spec: 'A newer version takes over',
      step: 'appUpdate.available --update.pressed--> applying',
      does: ['pauseClips'],
    },
    {
      section: 2,
      spec: 'A newer version did not take over',
      machine: 'appUpdate',
      news: { type: 'update.failed' },
      toast: 'The update did not start. Please try again.',
    },
  ],
};
