import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserInfo } from '../../contract/shapes.ts';
import { configure, loggedIn, registerWelcomed, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { hideReconnection } from './states.ts';
import { visit } from './support.ts';
import { clipPlays } from './watching.ts';

let user: UserInfo;
/** A member's page; each test reloads it. */
let page: Page;
/** A visitor's page. */
let outside: Page;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '0' });
  user = await registerWelcomed(product);
  await setPayee(product, user.token);
  const still = { reducedMotion: 'reduce' } as const;
  page = await (await loggedIn(browser, user.token, still)).newPage();
  outside = (await visit(browser)).page;
  for (const each of [page, outside]) await each.clock.install();
});
beforeEach(async () => {
  for (const each of [page, outside]) await each.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Longer than any timeout of the app. */
const LONG_MS = 25_000;

/**
 * Every way in which a call can fail online, with its message. For the messages offline see
 * offline.test.ts and recovery.test.ts.
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

/** Lets a call fail in each way in turn, then pass; @returns a function that sets the next way */
async function failEveryWay(page: Page, call: string): Promise<() => void> {
  let way = 0;
  await page.route(call, (route) => (failures[way]?.[0] ?? ((r: Route) => r.continue()))(route));
  return () => {
    way += 1;
  };
}

/** A part of a screen with its own call: the message of a failure, and the loaded content. */
interface Load {
  path: string;
  lost: string;
  call: string;
  there: (page: Page) => Locator;
  /** the title that has the focus after loading, if any */
  title?: string;
}

/**
 * Goes through all failures of a call: each is reported in its place, and Retry repeats the call,
 * until the content is shown.
 */
async function expectRetries(
  page: Page,
  { lost, call, there, title }: Omit<Load, 'path'>,
  open: () => Promise<unknown>,
): Promise<void> {
  const goOn = await failEveryWay(page, call);
  await hideReconnection(page);
  const alert = page.getByRole('alert').filter({ hasText: lost });
  const retry = alert.getByRole('button', { name: 'Retry' });
  let asking = page.waitForRequest(call);
  await open();
  for (const [, says] of failures) {
    await asking;
    if (says.startsWith('This took')) await page.clock.fastForward(LONG_MS);
    await alert.getByText(says).waitFor();
    goOn();
    asking = page.waitForRequest(call);
    await retry.focus();
    await page.keyboard.press('Enter');
  }
  await asking;
  await there(page).waitFor();
  await expect.poll(() => retry.count()).toBe(0);
  if (title) await expect.poll(() => textOfFocus(page)).toBe(title);
  // no failure is still shown
  for (const [, says] of failures) expect(await main(page).getByText(says).count()).toBe(0);
}

const region = (page: Page, name: string) => page.getByRole('region', { name });
const main = (page: Page) => page.getByRole('main');
const textOfFocus = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const loads: Load[] = [
  {
    path: '/tasks/index',
    lost: 'The tasks could not be loaded.',
    call: '**/api/task/list',
    there: (page) => page.getByRole('article', { name: 'Download the app' }),
  },
  {
    path: '/invite/index',
    lost: 'Your invitations could not be loaded.',
    call: '**/api/user/invitedUsers*',
    there: (page) => page.getByText('No friends here yet'),
  },
  {
    path: '/mine/index',
    lost: 'Your earnings could not be loaded.',
    call: '**/api/user/rewardLogs?*limit=100*',
    there: (page) => page.getByText('in the last 30 days'),
    title: 'Earnings',
  },
  {
    path: '/mine/index',
    lost: 'Your rewards could not be loaded.',
    call: '**/api/user/rewardLogs?*limit=20*',
    there: (page) => page.getByText('Welcome bonus'),
  },
  {
    path: '/withdraw/index',
    lost: 'Your balance and the conditions could not be loaded.',
    call: '**/api/user/withdrawConfig',
    there: (page) => page.getByLabel('Amount'),
    title: 'Withdraw',
  },
  {
    path: '/withdraw/index',
    lost: 'Your withdrawal info could not be loaded.',
    call: '**/api/user/withdrawalMethods*',
    there: (page) => region(page, 'Withdrawal info').getByText('PayPal'),
  },
  {
    path: '/withdraw/index',
    lost: 'Your withdrawals could not be loaded.',
    call: '**/api/user/withdrawals?*',
    there: (page) => page.getByText('No withdrawals yet'),
    title: 'Withdrawal history',
  },
];

test.each(loads)('$lost Every failure is reported, and Retry repeats the call', async (load) => {
  await expectRetries(page, load, () => page.goto(product.url + load.path));
});

test('Mine does not say "Not set" while the payout account could not be loaded', async () => {
  await hideReconnection(page);
  await page.route('**/api/user/wdinfo', (route) => route.fulfill({ status: 500 }));
  await page.goto(`${product.url}/mine/index`);
  const row = main(page).getByRole('link', { name: 'Withdrawal info' });
  await row.getByText('Could not be loaded').waitFor();
  await page.unroute('**/api/user/wdinfo');
  await main(page).getByRole('button', { name: 'Retry' }).click();
  await row.getByText('PayPal').waitFor();
  expect(await row.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('a failed list of clips is reported below the first clip, and the feed goes on there after Retry', async () => {
  const list = {
    lost: 'The videos could not be loaded.',
    call: '**/api/video/playable*',
    there: () => page.getByRole('button', { name: 'Next video' }),
  };
  await expectRetries(page, list, async () => {
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Next video' }).click();
  });
  await clipPlays(page, 1);
});

test('a log-in that fails keeps the typed values', async () => {
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

test('a screen whose chunk cannot be loaded reports it, and Retry loads it', async () => {
  const page = outside;
  await hideReconnection(page);
  await page.route('**/assets/not-found-*.js', (route) => route.abort());
  await page.goto(`${product.url}/nowhere`);
  await page.getByText('This screen could not be loaded.').waitFor();
  await page.unroute('**/assets/not-found-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('There is nothing at this address').waitFor();
});
