import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserInfo } from '../../contract/shapes.ts';
import { configure, loggedIn, setPayee, welcomed } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { leaveToRetry } from './states.ts';
import { visit } from './support.ts';
import { clipPlays } from './watching.ts';

let user: UserInfo;
/** A member's; each test opens it anew. */
let page: Page;
/** A visitor's. */
let outside: Page;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '0' });
  user = await welcomed(product);
  await setPayee(product, user.token);
  const still = { reducedMotion: 'reduce' } as const;
  page = await (await loggedIn(browser, user.token, still)).newPage();
  outside = (await visit(browser)).page;
  for (const each of [page, outside]) await each.clock.install();
});
beforeEach(async () => {
  for (const each of [page, outside]) await each.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Longer than any wait of the app's. */
const LONG_MS = 25_000;

/**
 * Every way in which a call that has a connection can fail, and what is said then. What a screen
 * says without a connection is in offline.test.ts and no-connection.test.ts.
 */
const failures: [fail: (route: Route) => unknown, says: string][] = [
  [
    (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'fault', data: null } }),
    'Something went wrong on our side. Please try again.',
  ],
  [
    (route) => route.fulfill({ body: '<html>a portal of the network</html>' }),
    'Something went wrong on our side. Please try again.',
  ],
  [() => undefined, 'This took too long. Please try again.'],
];

/** A call that fails in one way after the other, and then no more. */
async function failEveryWay(page: Page, call: string): Promise<() => void> {
  let way = 0;
  await page.route(call, (route) => (failures[way]?.[0] ?? ((r: Route) => r.continue()))(route));
  return () => {
    way += 1;
  };
}

/**
 * Goes through all failures of a call: each is said in its place, and its Retry asks again, until
 * what was asked for is there.
 */
async function expectRetries(
  page: Page,
  call: string,
  { place, open, there }: { place: Locator; open: () => Promise<unknown>; there: Locator },
): Promise<void> {
  const goOn = await failEveryWay(page, call);
  await leaveToRetry(page);
  const retry = place.getByRole('button', { name: 'Retry' });
  let asking = page.waitForRequest(call);
  await open();
  for (const [, says] of failures) {
    await asking;
    if (says.startsWith('This took')) await page.clock.fastForward(LONG_MS);
    await place.getByRole('alert').getByText(says).waitFor();
    goOn();
    asking = page.waitForRequest(call);
    await retry.click();
  }
  await asking;
  await there.waitFor();
  await expect.poll(() => retry.count()).toBe(0);
  await page.unroute(call);
}

const region = (page: Page, name: string) => page.getByRole('region', { name });

interface Load {
  screen: string;
  path: string;
  call: string;
  place: (page: Page) => Locator;
  there: (page: Page) => Locator;
}

const main = (page: Page) => page.getByRole('main');

const loads: Load[] = [
  {
    screen: 'the tasks',
    path: '/tasks/index',
    call: '**/api/task/list',
    place: main,
    there: (page) => page.getByRole('article', { name: 'Download the app' }),
  },
  {
    screen: 'the friends',
    path: '/invite/index',
    call: '**/api/user/invitedUsers*',
    place: (page) => region(page, 'Invite records'),
    there: (page) => page.getByText('No friends here yet'),
  },
  {
    screen: 'the earnings',
    path: '/mine/index',
    call: '**/api/user/rewardLogs?*limit=100*',
    place: (page) => region(page, 'Earnings'),
    there: (page) => page.getByText('in the last 30 days'),
  },
  {
    screen: 'the reward history',
    path: '/mine/index',
    call: '**/api/user/rewardLogs?*limit=20*',
    place: (page) => region(page, 'Reward history'),
    there: (page) => page.getByText('Welcome bonus'),
  },
  {
    screen: 'the conditions of a withdrawal',
    path: '/withdraw/index',
    call: '**/api/user/withdrawConfig',
    place: main,
    there: (page) => page.getByLabel('Amount'),
  },
  {
    screen: 'the withdrawal info',
    path: '/withdraw/index',
    call: '**/api/user/withdrawalMethods*',
    place: (page) => region(page, 'Withdrawal info'),
    there: (page) => region(page, 'Withdrawal info').getByText('PayPal'),
  },
  {
    screen: 'the history of withdrawals',
    path: '/withdraw/index',
    call: '**/api/user/withdrawals?*',
    place: (page) => region(page, 'Withdrawal history'),
    there: (page) => page.getByText('No withdrawals yet'),
  },
];

test.each(loads)('$screen: every failure is said, and Retry asks again', async (load) => {
  await expectRetries(page, load.call, {
    place: load.place(page),
    open: () => page.goto(product.url + load.path),
    there: load.there(page),
  });
  // nothing of it is left where it does not belong
  for (const [, says] of failures) expect(await main(page).getByText(says).count()).toBe(0);
});

test('while it is not known where somebody is paid, Mine does not say "Not set"', async () => {
  await leaveToRetry(page);
  await page.route('**/api/user/wdinfo', (route) => route.fulfill({ status: 500 }));
  await page.goto(`${product.url}/mine/index`);
  const row = main(page).getByRole('link', { name: 'Withdrawal info' });
  await row.getByText('Could not be loaded').waitFor();
  await page.unroute('**/api/user/wdinfo');
  await main(page).getByRole('button', { name: 'Retry' }).click();
  await row.getByText('PayPal').waitFor();
  expect(await row.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('the list of clips: below the first clip, then it goes on there', async () => {
  await expectRetries(page, '**/api/video/playable*', {
    place: page.getByRole('region', { name: 'Short video' }),
    open: async () => {
      await page.goto(product.url);
      await page.getByRole('button', { name: 'Next video' }).click();
    },
    there: page.getByRole('button', { name: 'Next video' }),
  });
  await clipPlays(page, 1);
});

test('the landing page', async () => {
  const page = outside;
  await expectRetries(page, '**/api/video/landing*', {
    place: main(page),
    open: () => page.goto(`${product.url}/newuser?invite_code=${user.invite_code}`),
    there: page.getByText('invites you'),
  });
});

test('a log-in that fails keeps what was typed', async () => {
  const { page, context } = await visit(browser);
  await page.clock.install();
  const [username, password] = [page.getByLabel('Username or email'), page.getByLabel('Password')];
  const goOn = await failEveryWay(page, '**/api/user/checkIn');
  await page.goto(`${product.url}/login`);
  await username.fill(user.username);
  await password.fill('a-long-engine-1843');
  for (const [, says] of failures) {
    const asked = page.waitForRequest('**/api/user/checkIn');
    await page.getByRole('button', { name: 'Log in' }).click();
    await asked;
    if (says.startsWith('This took')) await page.clock.fastForward(LONG_MS);
    await page.getByRole('alert').getByText(says).waitFor();
    expect([await username.inputValue(), await password.inputValue()]).toEqual([
      user.username,
      'a-long-engine-1843',
    ]);
    goOn();
  }
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  await context.close();
});

test('a screen whose code does not come says so, and Retry brings it', async () => {
  const page = outside;
  await leaveToRetry(page);
  await page.route('**/assets/not-found-*.js', (route) => route.abort());
  await page.goto(`${product.url}/nowhere`);
  await page.getByText('This screen could not be loaded.').waitFor();
  await page.unroute('**/assets/not-found-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('There is nothing at this address').waitFor();
});
