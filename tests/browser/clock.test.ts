import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimShareReward, claimTask, handleLoginReward } from '../../contract/calls.ts';
import { leaveFor } from './clocks.ts';
import { ask, register, switchUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

let token: string;
let page: Page;

setUpProduct();
beforeAll(async () => {
  token = await register(product);
  await ask(product, token, handleLoginReward, {});
  await ask(product, token, claimTask, { task: 'download_app' });
  await ask(product, token, claimShareReward, {});
  ({ page } = await visit(browser));
  await page.clock.install();
});

afterAll(() => page?.context().close());

const DAY_MS = 24 * 60 * 60 * 1_000;
const today = () => new Date().toISOString().slice(0, 10);

/** Opens the app on a phone whose clock is wrong by this many days. */
async function open(days: number, path: string): Promise<void> {
  await switchUser(product, page, token);
  await page.context().grantPermissions(['clipboard-write']);
  await page.clock.setSystemTime(Date.now() + days * DAY_MS);
  await page.goto(product.url + path);
}

async function expectDaysOfServer(): Promise<void> {
  const earnings = page.getByRole('region', { name: 'Earnings' });
  const rows = earnings.getByRole('table', { name: 'Earnings by day' }).locator('tbody tr');
  await rows.last().waitFor({ state: 'attached' });
  const named = await page.evaluate(
    (day) => new Date(day).toLocaleDateString('en', { timeZone: 'UTC', dateStyle: 'medium' }),
    today(),
  );
  expect({
    sum: await earnings.locator('figcaption strong').innerText(),
    days: await rows.count(),
    last: await rows.last().innerText(),
  }).toEqual({ sum: '+1.25', days: 30, last: `${named}\t1.25` });
}

/** Asserts that today's share is shown as paid, and another share counts for the server's day. */
async function expectShareOfToday(): Promise<void> {
  const card = page.getByRole('article', { name: 'Share once a day' });
  await card.getByText('Today’s reward is yours. Tomorrow brings the next one.').waitFor();
  await card.getByRole('button', { name: 'Share again' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('The link is copied').waitFor();
  const counted = page.waitForResponse('**/api/user/claimShareReward');
  await leaveFor(page, 5_000);
  await counted;
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('last_share_date')))
    .toBe(today());
}

test.each([
  ['a day behind', -1],
  ['400 days ahead', 400],
])(
  'if the phone’s clock is %s, earnings and the daily share follow the server’s day',
  async (_, days) => {
    await open(days, '/mine/index');
    await expectDaysOfServer();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await expectShareOfToday();
  },
);
