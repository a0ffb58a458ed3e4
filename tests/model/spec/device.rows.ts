import type { Area } from './row.ts';

const installTest = 'tests/browser/install.test.ts';
const guideTest = 'tests/browser/install-guide.test.ts';
const themeTest = 'tests/browser/theme.test.ts';
const updateTest = 'tests/browser/update.test.ts';
const installs = {
  file: installTest,
  title: 'the button prompts, installs, and says so; a no can be thought over',
};

/** The page that offers the app, the look of it, and its newer versions. */
export const device: Area = {
  name: 'Install page, theme, update',
  rows: [
    {
      section: 2,
      spec: 'Install page: rating, downloads, age rating, about, preview',
      holder: 'the configuration of the operator',
      shown: {
        file: installTest,
        title: 'figures are those that the operator claims, and none where nothing is claimed',
      },
    },
    {
      section: 2,
      spec: 'Install page: install button, default',
      machine: 'install',
      state: 'installable',
      shown: installs,
    },
    {
      section: 2,
      spec: 'Install page: install button, installing',
      machine: 'install',
      state: 'accepted',
      shown: installs,
    },
    {
      section: 2,
      spec: 'Install page: no prompt in this browser',
      machine: 'install',
      state: 'guiding',
      shown: { file: guideTest, title: 'without a prompt the way of the browser is shown: %s' },
    },
    {
      section: 2,
      spec: 'Install page: a window of another app, which can install nothing',
      machine: 'install',
      state: 'guiding.copying',
      shown: {
        file: guideTest,
        title: 'in the window of another app the link is copied, to be opened in a browser',
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
        title: 'in the window of another app the link is copied, to be opened in a browser',
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
        title: 'where nothing may be copied by a button the link is there to be marked',
      },
    },
    {
      section: 2,
      spec: 'Dark mode toggles with an animated circular reveal',
      holder: 'the theme’s port',
      shown: {
        file: themeTest,
        title:
          'the new theme opens as a circle from the finger, and from the middle of the switch by keyboard',
      },
    },
    {
      section: 2,
      spec: 'Unless reduced motion is preferred',
      holder: 'the theme’s port',
      shown: { file: themeTest, title: 'under reduced motion the theme is simply there' },
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
      spec: 'A newer version of the app is there',
      machine: 'appUpdate',
      state: 'available',
      shown: {
        file: updateTest,
        title: 'a newer version is offered, and "Update" loads the page once, under its worker',
      },
    },
    {
      section: 2,
      spec: 'A newer version takes over',
      machine: 'appUpdate',
      state: 'applying',
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
