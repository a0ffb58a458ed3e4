import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { info } from '../../contract/calls.ts';
import { ask, configure, leaveFor, loggedIn, register, stopClock } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';

setUpProduct();
beforeAll(() =>
  configure(product, {
    'video.daily_limit': '1',
    'video.watch_seconds': '1',
    'share.extra_views': '2',
    'ad.every_n_videos': '0',
  }),
);

const copyLink = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await dialog.getByText('The link is copied').waitFor();
};

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share with friends' });

const balanceOf = async (token: string) => (await ask(product, token, info, {})).userInfo.balance;

const lastShareDate = (page: Page) => page.evaluate(() => localStorage.getItem('last_share_date'));

/** Somebody new, on a clock that a test may turn. */
async function open(path: string): Promise<{ page: Page; token: string }> {
  const token = await register(product);
  const context = await loggedIn(browser, token, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(product.url + path);
  return { page, token };
}

/** Loses one answer of the server's on its way. */
const lose = (page: Page, call: string) =>
  page.route(`**/api/user/${call}`, (route) => route.abort(), { times: 1 });

test('the daily limit opens the share dialog, and a share brings extra views', async () => {
  const { page, token } = await open('/');
  const dialog = shareDialog(page);
  await dialog.waitFor({ timeout: 40_000 });
  await copyLink(dialog);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/newuser\?invite_code=\w+$/,
  );

  // too short an absence is no share
  await leaveFor(page, 1_999);
  await page.getByText('Sharing failed or was cancelled.').waitFor();
  // a share whose reward the line loses is said, counts for nothing, and can be made again
  await lose(page, 'claimShareReward');
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await page.getByText('Network error, please try again later.').waitFor();
  expect(await lastShareDate(page)).toBeNull();

  // nor are the extra views lost for good when their answer is
  await lose(page, 'checkAndAddExtraRewards');
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await page.getByText('+0.05 for sharing').waitFor();
  await page.getByText('Network error, please try again later.').waitFor();
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await page.getByText('You can earn with 2 more videos today.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '0.10' }).waitFor();
  expect(await lastShareDate(page)).toMatch(/^\d{4}-\d\d-\d\d$/);
  await expectEarning(page);
  expect(await balanceOf(token)).toBe('0.2000');
  await page.context().close();
});

/** Extra views do earn, until the next limit. */
async function expectEarning(page: Page): Promise<void> {
  for (const balance of ['0.15', '0.20']) {
    await page.getByRole('button', { name: 'Next video' }).click();
    await page.getByRole('link', { name: balance }).waitFor();
  }
  await shareDialog(page).waitFor();
}

/** What stands in the regions that speak, as the browser hands them to a screen reader. */
async function heard(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const textOf = (node: Node | undefined): string =>
    node?.role?.value === 'StaticText'
      ? String(node.name?.value)
      : (node?.childIds ?? []).map((id) => textOf(byId.get(id))).join('');
  return nodes
    .filter(({ role, properties, ignored }) => {
      const live = properties?.find(({ name }) => name === 'live')?.value.value;
      return !ignored && role?.value === 'status' && live === 'polite';
    })
    .map(textOf)
    .filter((text) => text !== '');
}

/** Is nothing drawn over the toast? */
const isUppermost = (page: Page, text: string) =>
  page
    .locator('.toast')
    .filter({ hasText: text })
    .evaluate((toast: HTMLElement) => {
      toast.style.pointerEvents = 'auto';
      const { x, y, width, height } = toast.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return toast.contains(top);
    });

test('a toast over an open dialog is seen above it and heard, and outlives it in silence', async () => {
  const { page } = await open('/tasks/index');
  const card = page.getByRole('article', { name: 'Share once a day' });
  await card.getByRole('button', { name: 'Share' }).click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await stopClock(page);
  await shareDialog(page).getByRole('button', { name: 'Copy link' }).click();
  const text = 'The link could not be copied.';
  // a toast waits for a dialog that its news may close
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return heard(page);
    })
    .toEqual([text]);
  expect(await isUppermost(page, text)).toBe(true);

  await shareDialog(page).getByRole('button', { name: 'Close' }).click();
  await shareDialog(page).waitFor({ state: 'detached' });
  expect(await isUppermost(page, text)).toBe(true);
  // it was read out once
  expect(await heard(page)).toEqual([]);
  await page.clock.runFor(2_000);
  expect(await page.locator('.toast').count()).toBe(0);
  await page.context().close();
});
