import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { claimShareReward, claimTask, withdraw } from '../../contract/calls.ts';
import { builtFiles } from '../house/built.ts';
import { inSheet, openMineAsNewMember, rowOf } from './mine-sheets.ts';
import { ask, configure, register, registerWelcomed, setPayee, switchUser, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { REDUCED_MOTION } from './states.ts';
import { visit } from './support.ts';

let token: string;
/** One page, on which each test logs in another member. */
let page: Page;

setUpProduct();
beforeAll(async () => {
  ({ token } = await registerWelcomed(product));
  await ask(product, token, claimShareReward, {});
  await ask(product, token, claimTask, { task: 'download_app' });
  // a time zone whose date differs from UTC's for 14 hours of each day
  ({ page } = await visit(browser, { timezoneId: 'Pacific/Kiritimati' }));
});

async function open(path: string, who: string): Promise<void> {
  await switchUser(product, page, who);
  await page.goto(`${product.url}${path}`);
}

const region = (page: Page, name: string) => page.getByRole('region', { name });

test('the rewards of 30 days are shown as a chart, a table and a list by UTC day, and can be withdrawn', async () => {
  await open('/mine/index', token);
  const earnings = region(page, 'Earnings');
  await earnings.getByText('in the last 30 days').waitFor();
  expect(await earnings.locator('figcaption strong').innerText()).toBe('+1.25');
  const rows = earnings.getByRole('table', { name: 'Earnings by day' }).locator('tbody tr');
  expect(await rows.count()).toBe(30);
  expect(await rows.last().locator('td').innerText()).toBe('1.25');
  expect(await rows.first().locator('td').innerText()).toBe('0.00');
  const heights = await earnings
    .locator('.earnings-bars > span')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  expect(heights.indexOf(Math.max(...heights))).toBe(29);

  const history = region(page, 'Reward history');
  await history.getByRole('listitem').first().waitFor();
  const today = new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'medium' });
  expect(await history.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    today.format(new Date()),
  ]);
  const amounts = await history.locator('.reward-amount').allInnerTexts();
  expect(amounts).toEqual(['+0.20', '+0.05', '+1.00']);
  const times = history.locator('time');
  const moments = await times.evaluateAll((all) =>
    all.map((each) => each.getAttribute('datetime')),
  );
  const inUtc = new Intl.DateTimeFormat('en', { timeZone: 'UTC', timeStyle: 'short' });
  expect(await times.allInnerTexts()).toEqual(
    moments.map((moment) => inUtc.format(new Date(moment ?? ''))),
  );

  await region(page, 'Available balance').getByRole('link', { name: 'Withdraw now' }).click();
  await page.getByRole('heading', { level: 1, name: 'Withdraw', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/withdraw/index');
});

const labelOfFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: field } = document;
    const isField = field instanceof HTMLSelectElement || field instanceof HTMLInputElement;
    return isField ? field.labels?.[0]?.textContent : null;
  });

test('an invalid form focuses its first bad field and keeps the other values', async () => {
  await open('/withdraw/index', await register(product));
  const balance = region(page, 'Available balance').locator('.amount');
  await balance.getByText('0.00').first().waitFor();
  // each digit has a wheel, a zero too
  expect(await balance.locator('.rolling-wheel').count()).toBe(3);
  await page.getByRole('button', { name: 'Set up withdrawal info' }).click();
  await page.getByLabel('Country or region').selectOption('US');
  await page.getByLabel('Recipient name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await labelOfFocus(page)).toBe('Method');
  expect(await page.getByLabel('Recipient name').inputValue()).toBe('Ada Lovelace');
});

test('the history of withdrawals shows the outcome of each', async () => {
  const who = (await registerWelcomed(product)).token;
  await setPayee(product, who);
  for (const settlement of [['reject', '--reason', 'No such account'], ['approve']]) {
    const { withdrawal } = await ask(product, who, withdraw, { amount: '1' });
    const [verb = '', ...rest] = settlement;
    const done = await product.operator('withdrawals', verb, String(withdrawal.id), ...rest);
    expect(done.status).toBe(0);
  }
  await open('/withdraw/index', who);
  const history = region(page, 'Withdrawal history').getByRole('listitem');
  await history.first().waitFor();
  expect(await history.allInnerTexts()).toEqual([
    expect.stringMatching(/PayPal.*1\.00.*Paid/s),
    expect.stringMatching(/PayPal.*No such account.*1\.00.*Rejected/s),
  ]);

  await page.getByLabel('Amount').fill('0.5');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  expect(await labelOfFocus(page)).toBe('Amount');
  expect(await page.getByLabel('Amount').inputValue()).toBe('0.5');
});

test('the tips name the app, and the time until a withdrawal is possible only if the operator set it', async () => {
  const tips = (page: Page) => region(page, 'Good to know').getByRole('listitem');
  await open('/withdraw/index', token);
  const readTips = () => tips(page).allInnerTexts();
  const told = [
    'A withdrawal is processed in 1 to 3 working days.',
    'You can have one withdrawal in process at a time.',
    'If it is rejected, the amount returns to your balance.',
    expect.stringMatching(/^You can complete your withdrawal in the installed app, too\.\s+About/),
  ];
  // the demo claims nothing: three working days and 24 hours would contradict each other
  await expect.poll(readTips).toEqual(told);
  await tips(page).getByRole('link', { name: 'About the app' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/install');
  await configure(product, {
    'marketing.withdrawal_time': '36 hours',
    'withdraw.process_days': '5',
  });
  await page.goto(`${product.url}/withdraw/index`);
  await expect
    .poll(readTips)
    .toEqual([
      'Withdrawal is possible within 36 hours.',
      'A withdrawal is processed in 1 to 5 working days.',
      ...told.slice(1),
    ]);
});

test('a sheet, and a screen that only a link leads to, is not fetched before it is opened', async () => {
  const late = builtFiles().filter((file) =>
    /\/([\w-]+-sheet|reset|objection-button)-[\w-]{8}\.js$/.test(file),
  );
  expect(late).toHaveLength(13);
  const { page } = await openMineAsNewMember(REDUCED_MOTION);
  const fetched = new Set<string>();
  page.on('request', (request) => fetched.add(new URL(request.url()).pathname.slice(1)));
  await page.reload();
  await rowOf(page, 'Your data').waitFor();
  // the prefetch of all screens' chunks has ended
  await page.waitForLoadState('networkidle');
  await expect.poll(() => [...fetched].join()).toContain('assets/tasks-');
  await tab(page, 'Short video').click();
  await page.getByRole('button', { name: 'More' }).waitFor();
  expect(late.filter((file) => fetched.has(file))).toEqual([]);
  await tab(page, 'Mine').click();
  await rowOf(page, 'Your data').click();
  await inSheet(page, 'Download everything (JSON)').waitFor();
  expect(late.filter((file) => fetched.has(file))).toEqual([
    expect.stringContaining('my-data-sheet'),
  ]);
});
