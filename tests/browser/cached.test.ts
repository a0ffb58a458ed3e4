import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withdraw } from '../../contract/calls.ts';
import { ask, configure, loggedIn, setPayee, tab, welcomed } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { lineOf } from './states.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, {
    'reward.registration': '10',
    'video.watch_seconds': '1',
    'ad.every_n_videos': '0',
  });
});

/** Somebody's phone; and the calls that it makes from then on, by their last word. */
async function openPhone(token: string, path: string): Promise<[Page, string[]]> {
  const context = await loggedIn(browser, token);
  const page = await context.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    const call = /\/api\/\w+\/(\w+)/.exec(request.url())?.[1];
    if (call) calls.push(call);
  });
  await page.clock.install();
  await page.goto(product.url + path);
  return [page, calls];
}

const history = (page: Page) => page.getByRole('region', { name: 'Reward history' });
const rows = (page: Page) => history(page).getByRole('listitem');

/** The newest first; each is worth its number. */
const rewardsUpTo = (newest: number) =>
  Array.from({ length: newest }, (_, at) => ({
    id: newest - at,
    type: 'video',
    amount: `${newest - at}.0000`,
    created_at: '2026-01-02T03:04:05.000Z',
    detail: '',
  }));

test('a history that was unfolded is found so again, with what came meanwhile', async () => {
  const { token } = await welcomed(product);
  let newest = 45;
  const [page] = await openPhone(token, '/tasks/index');
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
  await rows(page).nth(19).waitFor();
  await history(page).getByRole('button', { name: 'Show more' }).click();
  await rows(page).nth(39).waitFor();
  await tab(page, 'Tasks').click();
  newest = 46;
  await tab(page, 'Mine').click();
  await rows(page).first().getByText('+46.00').waitFor();
  expect((await rows(page).allInnerTexts()).map((text) => text.split('\n').at(-1))).toEqual(
    Array.from({ length: 40 }, (_, at) => `+${46 - at}.00`),
  );
  await page.context().close();
});

test('a dialog that opens and closes asks for nothing', async () => {
  const { token } = await welcomed(product);
  const [page, calls] = await openPhone(token, '/tasks/index');
  const install = page.getByRole('button', { name: 'Install', exact: true });
  await install.waitFor();
  calls.splice(0);
  await install.click();
  await page.getByRole('dialog', { name: 'Install the app' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // what is asked for in the end would come after what should not be
  await tab(page, 'Mine').click();
  await rows(page).first().waitFor();
  expect(calls.filter((call) => ['list', 'info'].includes(call))).toEqual(['info']);
  await page.context().close();
});

test('what is out of date is asked for when it is looked at again, and once', async () => {
  const { token } = await welcomed(product);
  const [page, calls] = await openPhone(token, '/mine/index');
  await rows(page).first().waitFor();
  await page.getByText('in the last 30 days').waitFor();
  calls.splice(0);
  await tab(page, 'Short video').click();
  await page.getByRole('status').getByText('+0.05').waitFor();
  expect(calls.filter((call) => call === 'rewardLogs')).toEqual([]);
  await tab(page, 'Mine').click();
  await rows(page).nth(1).waitFor();
  await page.getByRole('table', { name: 'Earnings by day' }).getByText('10.05').waitFor();
  // the history, and the chart
  expect(calls.filter((call) => call === 'rewardLogs')).toEqual(['rewardLogs', 'rewardLogs']);
  await page.context().close();
});

test('a withdrawal in process is asked for only while it is looked at', async () => {
  const { token } = await welcomed(product);
  await setPayee(product, token);
  await ask(product, token, withdraw, { amount: '3' });
  const [page, calls] = await openPhone(token, '/withdraw/index');
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
  await page.context().close();
});

test('beside a new balance stands its own estimate, or none', async () => {
  const { token } = await welcomed(product);
  await setPayee(product, token);
  const [page] = await openPhone(token, '/withdraw/index');
  const balance = page.getByRole('region', { name: 'Available balance' });
  await balance.getByText('$10.00').waitFor();
  const line = await lineOf(page, '**/api/user/info?*', 'silent');
  await page.getByLabel('Amount').fill('3');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await balance.getByText('7.00').first().waitFor();
  expect(await balance.getByText('≈').count()).toBe(0);
  await line('open');
  await balance.getByText('$7.00').waitFor();
  await page.context().close();
});
