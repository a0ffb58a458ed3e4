import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { InstallWay } from '../../ports/install-way.ts';
import {
  addPicture,
  copyPicture,
  installPicture,
  linesPicture,
  menuPicture,
  pastePicture,
  sharePicture,
  switchPicture,
} from '../../ui/guide-pictures.tsx';

interface Step {
  picture: ReactNode;
  text: MessageDescriptor;
}

const toBrowser: readonly Step[] = [
  {
    picture: copyPicture,
    text: msg({
      message: 'Copy the link of this page.',
      comment: 'First step towards opening the page in another browser; a button does it.',
    }),
  },
  {
    picture: pastePicture,
    text: msg({
      message: 'Open your browser, paste the link where the address is, and install the app there.',
      comment: 'Second step; after “Copy the link of this page.”',
    }),
  },
];

/**
 * The steps to install the app in each kind of browser, in the words of its menus; where versions
 * differ, in words that fit all of them. `elsewhere` and `inApp` lead to another browser, all
 * others to the app itself.
 */
export const installWays: Record<InstallWay, readonly Step[]> = {
  ios26: [
    {
      picture: sharePicture,
      text: msg({
        message: 'Tap the share button of your browser. If you do not see it, tap the three dots.',
        comment:
          'Step on an iPhone with iOS 26: the share button may be in the menu of three dots.',
      }),
    },
    {
      picture: addPicture,
      text: msg({
        message: 'Choose “Add to Home Screen”. It may be further down in the list.',
        comment:
          'Step on an iPhone: the entry of the share menu, in the words that iOS uses in your language.',
      }),
    },
    {
      picture: switchPicture,
      text: msg({
        message: 'Leave “Open as Web App” on, then tap “Add”.',
        comment:
          'Step on an iPhone with iOS 26: a switch and a button, in the words that iOS uses in your language.',
      }),
    },
  ],
  ios: [
    {
      picture: sharePicture,
      text: msg({
        message: 'Tap the share button of your browser.',
        comment: 'Step on an iPhone: Safari’s own share button.',
      }),
    },
    {
      picture: addPicture,
      text: msg({
        message: 'Choose “Add to Home Screen”.',
        comment:
          'Step on an iPhone: the entry of Safari’s share menu, in the words that iOS uses in your language.',
      }),
    },
  ],
  firefoxAndroid: [
    { picture: menuPicture, text: msg`Open the menu of your browser.` },
    {
      picture: installPicture,
      text: msg({
        message: 'Choose “Add app to Home screen”, or “Install”. It may be under “More”.',
        comment:
          'Step in Firefox on Android: entries of its menu, in the words that Firefox uses in your language; “Install” in older versions.',
      }),
    },
  ],
  samsung: [
    {
      picture: linesPicture,
      text: msg({
        message: 'Open the menu of your browser, the three lines.',
        comment: 'Step in Samsung Internet: its menu button shows three horizontal lines.',
      }),
    },
    {
      picture: installPicture,
      text: msg({
        message: 'Choose “Add page to”, then “Home screen”.',
        comment:
          'Step in Samsung Internet: entries of its menu, in the words that Samsung Internet uses in your language.',
      }),
    },
  ],
  inApp: toBrowser,
  elsewhere: toBrowser,
  menu: [
    { picture: menuPicture, text: msg`Open the menu of your browser.` },
    {
      picture: installPicture,
      text: msg({
        message: 'Choose “Install app” or “Add to Home screen”.',
        comment:
          'Step on Android: the entry of the browser’s menu, in the words that Chrome uses in your language.',
      }),
    },
  ],
};
