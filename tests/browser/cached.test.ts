import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { info, withdraw } from '../../contract/calls.ts';
import { ask, configure, loggedIn, registerWelcomed, setPayee, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { networkOf } from './states.ts';

let token: string;
let page: Page;
/** the page's calls, each by the last part of its path */
const calls: string[] = [];

setUpProduct();
beforeAll(async () => {
  await configure(product, {
    'reward.registration': '10',
    'video.watch_seconds': '1',
    'ad.every_n_videos': '0',
  });
  token = (await registerWelcomed(product)).token;
  await setPayee(product, token);
  page = await (await loggedIn(browser, token)).newPage();
  page.on('request', (request) => {
    const call = /\/api\/\w+\/(\w+)/.exec(request.url())?.[1];
    if (call) calls.push(call);
  });
  await page.clock.install();
  await page.goto(`${product.url}/tasks/index`);
});

afterAll(() => page?.context().close());

const history = () => page.getByRole('region', { name: 'Reward history' });
const rows = () => history().getByRole('listitem');

/** Rewards, newest first; each amount equals the id. */
const rewardsUpTo = (newest: number) =>
  Array.from({ length: newest }, (_, at) => ({
    id: newest - at,
    type: 'video',
    amount: `${newest - at}.0000`,
    created_at: '2026-01-02T03:04:05.000Z',
    detail: '',
  }));

test('a dialog that opens and closes makes no call', async () => {
  await tab(page, 'Tasks').click();
  const install = page.getByRole('button', { name: 'Install', exact: true });
  await install.waitFor();
  calls.splice(0);
  await install.click();
  await page.getByRole('dialog', { name: 'Install the app' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // any call that the dialog made would precede the calls of Mine
  await tab(page, 'Mine').click();
  await rows().first().waitFor();
  expect(calls.filter((call) => ['list', 'info'].includes(call))).toEqual(['info']);
});

test('outdated history and earnings are loaded once, when Mine opens again', async () => {
  await tab(page, 'Mine').click();
  await rows().first().waitFor();
  await page.getByText('in the last 30 days').waitFor();
  const earnings = page.getByRole('region', { name: 'Earnings' });
  const sum = Number(await earnings.locator('figcaption strong').innerText());
  const before = await rows().count();
  calls.splice(0);
  await tab(page, 'Short video').click();
  await page.locator('.reward-ring-rewarded').waitFor();
  expect(calls.filter((call) => call === 'rewardLogs')).toEqual([]);
  await tab(page, 'Mine').click();
  await rows().nth(before).waitFor();
  const days = page.getByRole('table', { name: 'Earnings by day' });
  await days.getByText((sum + 0.05).toFixed(2)).waitFor();
  // one call for the history, one for the chart
  expect(calls.filter((call) => call === 'rewardLogs')).toEqual(['rewardLogs', 'rewardLogs']);
});

test('a withdrawal in process is polled only while its screen is open', async () => {
  await tab(page, 'Tasks').click();
  await ask(product, token, withdraw, { amount: '3' });
  await tab(page, 'Withdraw').click();
  const settled = page.getByRole('heading', { name: 'Your withdrawal was paid' });
  await page.getByRole('heading', { name: 'Your withdrawal is in process' }).waitFor();
  await tab(page, 'Tasks').click();
  await page.getByRole('heading', { name: 'Task Center' }).waitFor();
  calls.splice(0);
  await page.clock.fastForward(60_000);
  const [request] = (await product.ask('withdrawals', 'list', '--status', 'pending')) as {
    id: number;
  }[];
  expect((await product.operator('withdrawals', 'approve', String(request?.id))).status).toBe(0);
  expect(calls.filter((call) => call === 'withdrawals')).toEqual([]);
  await tab(page, 'Withdraw').click();
  await settled.waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
});

test('a new balance is shown without an estimate until the new estimate has loaded', async () => {
  await tab(page, 'Withdraw').click();
  const { userInfo } = await ask(product, token, info, {});
  const balance = page.getByRole('region', { name: 'Available balance' });
  await balance.getByText(`$${Number(userInfo.balance).toFixed(2)}`).waitFor();
  const after = (Number(userInfo.balance) - 3).toFixed(2);
  const network = await networkOf(page, '**/api/user/info?*', 'silent');
  await page.getByLabel('Amount').fill('3');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await balance.getByText(after).first().waitFor();
  expect(await balance.getByText('≈').count()).toBe(0);
  await network('open');
  await balance.getByText(`$${after}`).waitFor();
  await page.unrouteAll();
});

test('an expanded history stays expanded when Mine opens again, with new rewards on top', async () => {
  let newest = 45;
  await page.goto(`${product.url}/tasks/index`);
  await page.route('**/api/user/rewardLogs?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [at, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const all = rewardsUpTo(newest);
    const list = all.slice((at - 1) * limit, at * limit);
    return route.fulfill({
      json: { code: 1, msg: '', data: { list, page: at, limit, total: all.length } },
    });
  });
  await tab(page, 'Mine').click();
  await rows().nth(19).waitFor();
  await history().getByRole('button', { name: 'Show more' }).click();
  await rows().nth(39).waitFor();
  await tab(page, 'Tasks').click();
  newest = 46;
  await tab(page, 'Mine').click();
  await rows().first().getByText('+46.00').waitFor();
  const shown = async () => (await rows().allInnerTexts()).map((text) => text.split('\n').at(-1));
  await expect.poll(shown).toEqual(Array.from({ length: 40 }, (_, at) => `+${46 - at}.00`));
  await page.unrouteAll();
});
