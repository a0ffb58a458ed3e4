import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { info } from '../../contract/calls.ts';
import { ask, configure, leaveFor, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';

setUpProduct();

const copyLink = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await dialog.getByText('The link is copied').waitFor();
};

const balanceOf = async (token: string) => (await ask(product, token, info, {})).userInfo.balance;

test('the daily limit opens the share dialog, and a share brings extra views', async () => {
  await configure(product, {
    'video.daily_limit': '1',
    'video.watch_seconds': '1',
    'share.extra_views': '2',
    'ad.every_n_videos': '0',
  });
  const token = await register(product);
  const context = await loggedIn(browser, token, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(product.url);
  const dialog = page.getByRole('dialog', { name: 'Share with friends' });
  await dialog.waitFor({ timeout: 40_000 });

  await copyLink(dialog);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/newuser\?invite_code=\w+$/,
  );

  // too short an absence is no share
  await leaveFor(page, 1_500);
  await page.getByText('Sharing failed or was cancelled.').waitFor();
  // a share whose reward the line loses is said, counts for nothing, and can be made again
  await page.route('**/api/user/claimShareReward', (route) => route.abort(), { times: 1 });
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await page.getByText('Network error, please try again later.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('last_share_date'))).toBeNull();

  // nor are the extra views lost for good when their answer is
  await page.route('**/api/user/checkAndAddExtraRewards', (route) => route.abort(), { times: 1 });
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await page.getByText('+0.05 for sharing').waitFor();
  await page.getByText('Network error, please try again later.').waitFor();
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await page.getByText('You can earn with 2 more videos today.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '0.10' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('last_share_date'))).toMatch(
    /^\d{4}-\d\d-\d\d$/,
  );

  // and they do earn, until the next limit
  for (const balance of ['0.15', '0.20']) {
    await page.getByRole('button', { name: 'Next video' }).click();
    await page.getByRole('link', { name: balance }).waitFor();
  }
  await dialog.waitFor();
  expect(await balanceOf(token)).toBe('0.2000');
  await context.close();
});
