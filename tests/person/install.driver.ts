import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { installMachine } from '../../machines/install.machine.ts';
import {
  type AnyWorld,
  after,
  type Beginning,
  defineDriver,
  done,
  failed,
  type Means,
  never,
  passes,
  person,
} from './driver.ts';
import { answers, video } from './facts.ts';
import { answerOffer, install, offer } from './installing.ts';

interface World extends AnyWorld {
  /** the page is open in a window of another app */
  isInApp: boolean;
  /** where the page is installed from */
  link: string;
}

const PRESSED = [{ type: 'install.pressed' }];
const OFFERED = [{ type: 'prompt.offered' }];
const INSTALLED = [{ type: 'app.installed' }];

const press =
  (name: string): Means<World>['act'] =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).click();
const isIn =
  (...states: string[]): NonNullable<Means<World>['when']> =>
  (snapshot) =>
    states.some((state) => snapshot.matches(state));

const closes = person<World>('closes the guide', [{ type: 'guide.closed' }], press('Close'));
const asks = person<World>('presses Install', PRESSED, press('Install'), isIn('unavailable'));

const inBrowser: Means<World>[] = [
  asks,
  closes,
  person('presses Install anew', PRESSED, press('Install'), isIn('dismissed')),
  person('uses the offer', PRESSED, press('Install'), isIn('installable')),
  person('is offered it', OFFERED, ({ page }) => offer(page), isIn('unavailable', 'guiding')),
  person('thinks it over', OFFERED, ({ page }) => offer(page), isIn('dismissed', 'accepted')),
  person('removes it', OFFERED, ({ page }) => offer(page), isIn('installed')),
  person('is offered it twice', OFFERED, ({ page }) => offer(page), isIn('installable')),
  person('says yes', [done('showPrompt', 'accepted')], ({ page }) => answerOffer(page, 'accepted')),
  person('says no', [done('showPrompt', 'dismissed')], ({ page }) =>
    answerOffer(page, 'dismissed'),
  ),
  person('is not asked after all', [failed('showPrompt', new Error('no prompt'))], ({ page }) =>
    answerOffer(page, 'failed'),
  ),
  passes('says nothing for 5 minutes', 300_000, [after('promptTimeout', 'install.prompting')]),
  passes('nothing comes for a minute', 60_000, [after('installTimeout', 'install.accepted')]),
  person('gets it', INSTALLED, ({ page }) => install(page), isIn('accepted')),
  person('installs it from the menu', INSTALLED, ({ page }) => install(page), isIn('unavailable')),
];

/** The clipboard of a window that may have none. */
const copies = (page: Page) =>
  page.addInitScript(() => {
    const writeText = (text: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      Object.assign(globalThis, { copied: { text, resolve, reject } });
      return promise;
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
const endCopy = (page: Page, how: 'resolve' | 'reject') =>
  page.evaluate((end) => {
    const { copied } = globalThis as unknown as {
      copied: { text: string; resolve: () => void; reject: (why: Error) => void };
    };
    copied[end](new Error('not allowed'));
    return copied.text;
  }, how);

const COPY_FAILED = 'The link could not be copied.';
const inApp: Means<World>[] = [
  asks,
  closes,
  person('copies the link', [{ type: 'copy.pressed' }], press('Copy link'), (snapshot) =>
    snapshot.matches({ guiding: 'shown' }),
  ),
  {
    ...person<World>(
      'the link is in the clipboard',
      [done('copyLink', undefined)],
      async ({ page, world }) => assert.equal(await endCopy(page, 'resolve'), world.link),
    ),
    says: () => ['Link copied.'],
  },
  {
    ...person<World>('it is not', [failed('copyLink', new Error('not allowed'))], ({ page }) =>
      endCopy(page, 'reject'),
    ),
    says: () => [COPY_FAILED],
  },
  {
    ...passes<World>('nobody knows for 5 s', 5_000, [
      after('copyTimeout', 'install.guiding.copying'),
    ]),
    says: () => [COPY_FAILED],
  },
];

const beginning = (name: string, isInApp: boolean, means: Means<World>[]): Beginning<World> => ({
  name,
  input: { isInstalled: false, isBrowserNeeded: isInApp },
  begin: () => {
    const list = [video(11, { reward: '0.6100' })];
    const videoList = () => ({ list, page: 1, limit: 1, total: 1 });
    return { answers: answers({ videoList }), isInApp, link: '' };
  },
  means,
});

const guideOf = ({ isInApp, link }: World, busy: string) =>
  isInApp
    ? 'Open in your browser Nothing can be installed from inside another app. Open this page in ' +
      'your browser. 1 Copy the link of this page. 2 Open your browser, paste the link where the ' +
      `address is, and install the app there. ${link} Copy link${busy} Close`
    : 'Install the app 1 Open the menu of your browser. 2 Choose “Install app” or “Add to Home ' +
      'screen”. 3 Open the app from your home screen. Close';

const asPage = (call: string, guide: (world: World) => string | null) => (world: World) => ({
  head: 'Clipurse Watch short videos and earn cash',
  figures:
    '\u206891,300\u2069 ratings 4.7 / Downloads 2,650,000 / Age rating 13+ / To install Free',
  call,
  clip: '+0.61 The clip numbered 11 Author no. 11',
  rewards:
    'Register +1.13 / Invite a friend +0.53 / Download the app +0.29 / Share once a day +0.17',
  users: '812,000 users rewarded',
  guide: guide(world),
});
const without = (call: string) => asPage(call, () => null);

const START = 'before the first step';

export const ofInstall = defineDriver<World>()({
  machine: installMachine,
  actor: ['install'],
  path: '/install',
  timezoneId: 'Asia/Tokyo',
  isVisitor: true,
  beginnings: [
    beginning('in a browser', false, inBrowser),
    beginning('in a window of another app', true, inApp),
  ],
  arrange: async ({ page, stand, world }) => {
    world.link = `${stand.url}/install`;
    if (!world.isInApp) return;
    await copies(page);
    await page.addInitScript(() => {
      const userAgent = 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Instagram 400.0';
      Object.defineProperty(navigator, 'userAgent', { value: userAgent });
    });
  },
  means: [],
  facts: () => null,
  places: {
    head: '.install-head',
    figures: '.figures > div',
    call: '.install-call',
    clip: '.phone-clip',
    rewards: '.phone-reward',
    users: '.card-note',
    guide: '.dialog-body',
  },
  seen: {
    deciding: never,
    unavailable: without('Install'),
    'guiding.opening': never,
    'guiding.copying': asPage('Install', (world) => guideOf(world, '…')),
    'guiding.shown': asPage('Install', (world) => guideOf(world, '')),
    installable: without('Install'),
    prompting: without('Installing……'),
    accepted: without('Installing……'),
    dismissed: without('Install You can still install it from the menu of your browser.'),
    installed: without('Installed Open the app from your home screen. Watch a clip'),
  },
  undriven: {
    'install.deciding --always [isInstalled]--> install.installed': START,
    'install.deciding --always--> install.unavailable': START,
    'install.guiding --install.pressed--> (stays)':
      'the guide lies over every button that asks for it',
    'install.installed --install.pressed--> (stays)': 'what is installed has no such button',
  },
});
