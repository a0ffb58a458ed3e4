import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { claimShareReward, info, rewardLogs, taskList } from '../../contract/calls.ts';
import { syncServerDate } from './clocks.ts';
import { ask, recordToasts, register, switchUser, waitForToasts } from './people.ts';
import { fullBrowser as browser, product, setUpProduct } from './product.ts';
import { change } from './states.ts';
import { overrideUserAgent, visit } from './support.ts';

let page: Page;
let toasts: () => Promise<string[]>;

setUpProduct();
beforeAll(async () => {
  ({ page } = await visit(browser));
  toasts = await recordToasts(page);
});

const downloading = 'Download the app';
const notifying = 'Enable notifications';

const button = (task: string, name: string) =>
  page.getByRole('article', { name: task }).getByRole('button', { name, exact: true });

const allowNotifications = () =>
  page.context().grantPermissions(['notifications'], { origin: product.url });

async function openTasks(): Promise<void> {
  await page.goto(`${product.url}/tasks/index`);
  await button(downloading, 'Install').waitFor();
}

/** Hands the phone to a new member. @returns their token */
async function enter(): Promise<string> {
  const token = await register(product);
  await switchUser(product, page, token);
  return token;
}

const balanceOf = async (token: string) => (await ask(product, token, info, {})).userInfo.balance;

test('the task to allow notifications can be claimed once, and stays completed', async () => {
  const token = await enter();
  await openTasks();
  await button(notifying, 'Enable').waitFor();
  const before = await balanceOf(token);

  // the member allows notifications in the browser's settings
  await allowNotifications();
  await button(notifying, 'Claim').click();
  await waitForToasts(toasts, '+0.20 earned');
  expect(await button(notifying, 'Completed').isDisabled()).toBe(true);
  // the pressed button shows the result, and keeps the focus
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Completed');
  expect({ before, after: await balanceOf(token) }).toEqual({ before: '0.0000', after: '0.2000' });
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('region', { name: 'Available balance' }).getByText('0.20').first().waitFor();

  await page.reload();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await button(notifying, 'Completed').waitFor();
});

test('a denied permission opens the help with its four steps', async () => {
  // a headless browser denies the permission by itself
  await enter();
  await openTasks();
  await button(notifying, 'Enable').click();
  const help = page.getByRole('dialog', { name: 'Notification help' });
  await help.waitFor();
  // the card behind the dialog has not changed
  expect(await page.getByText('How do I allow notifications?').count()).toBe(1);
  expect(await help.locator('li > svg').count()).toBe(4);
  await help.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Enable');

  await page.getByRole('link', { name: 'How do I allow notifications?' }).click();
  await page.getByRole('heading', { name: 'Notifications are blocked' }).waitFor();
});

test('the tasks, which load later, move no visible button', async () => {
  await enter();
  // the card of a task that can be claimed is smaller: it has no link to the help
  await allowNotifications();
  const answered = Promise.withResolvers<void>();
  const url = `**${taskList.path}*`;
  await page.route(url, (route) => answered.promise.then(() => route.continue()));
  onTestFinished(() => page.unroute(url));
  await page.goto(`${product.url}/tasks/index`);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.waitFor();
  await page.getByRole('progressbar', { name: 'Paid videos' }).waitFor();
  const before = await share.boundingBox();
  answered.resolve();
  await button(notifying, 'Claim').waitFor();
  expect(await share.boundingBox()).toEqual(before);
});

/** Dispatches the browser's offer to install; its prompt will have this outcome. */
const offerInstall = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => ({ outcome: answer });
    dispatchEvent(Object.assign(offer, { prompt }));
  }, outcome);

test('the installation task can be claimed only after the app was installed by the prompt', async () => {
  const token = await enter();
  await openTasks();
  await offerInstall(page, 'dismissed');
  await button(downloading, 'Install').click();
  await waitForToasts(toasts, 'Install the app first.');
  expect(await button(downloading, 'Claim').count()).toBe(0);

  await offerInstall(page, 'accepted');
  await button(downloading, 'Install').click();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await button(downloading, 'Claim').click();
  await button(downloading, 'Completed').waitFor();
  const { list } = await ask(product, token, rewardLogs, {});
  expect(list.map(({ type, amount }) => ({ type, amount }))).toEqual([
    { type: 'download_reward', amount: '0.2000' },
  ]);
  expect(await balanceOf(token)).toBe('0.2000');
});

test('without a prompt the steps to install are shown, for an iPhone and for any other browser', async () => {
  const ways = [
    { says: 'menu of your browser' },
    { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', says: 'share button' },
  ];
  await enter();
  for (const { says, userAgent } of ways) {
    if (userAgent) await overrideUserAgent(page, userAgent);
    await openTasks();
    await button(downloading, 'Install').click();
    const guide = page.getByRole('dialog', { name: 'Install the app' });
    await guide.getByText(says).waitFor();
    await guide.getByText('The reward is claimed there, under Tasks.').waitFor();
    // no toast reports a failure while the steps are shown
    expect(await page.locator('.toast').allInnerTexts()).toEqual([]);
    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Install');
  }
});

test('a claim whose answer is lost is queued, sent again with the same key, and paid once', async () => {
  const token = await enter();
  await allowNotifications();
  await openTasks();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/task/claim', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    // the first request arrives, its answer does not
    if (keys.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await button(notifying, 'Claim').click();
  await waitForToasts(toasts, 'Waiting to be sent', '+0.20 earned');
  await button(notifying, 'Completed').waitFor();
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{1,64}$/), keys[0]]);
  expect(await balanceOf(token)).toBe('0.2000');
});

test('the paid videos are counted up to the limit of the day, and the share card opens the share dialog', async () => {
  await enter();
  await openTasks();
  const progress = page.getByRole('progressbar', { name: 'Paid videos' });
  expect(await progress.getAttribute('aria-valuetext')).toBe('0 of 20');
  // five views of the limit come from a share
  await change(page, 'video/history', (data) => ({ ...data, paid_today: 21, limit_today: 25 }));
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page
    .getByRole('progressbar', { name: 'Paid videos' })
    .and(page.locator('[aria-valuetext="21 of 25"]'))
    .waitFor();
  const card = page.getByRole('article', { name: 'Share once a day' });
  await card.getByText('+0.05').waitFor();
  await card.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog', { name: 'Share with friends' }).waitFor();
});

test('a share that was paid on another device is shown as paid until the UTC day ends', async () => {
  const token = await enter();
  await ask(product, token, claimShareReward, {});
  await page.clock.install();
  await page.goto(`${product.url}/tasks/index`);
  const card = page.getByRole('article', { name: 'Share once a day' });
  await card.getByText('Today’s reward is yours. Tomorrow brings the next one.').waitFor();
  await card.getByRole('button', { name: 'Share again' }).waitFor();
  await syncServerDate(page);
  // the change of the day is detected from the last boot phase on
  await page.locator('.ticker').waitFor({ state: 'attached' });
  // the server's day changes at the same time
  await change(page, 'video/history', (data) => ({ ...data, share_paid_today: false }));
  await page.clock.fastForward('24:01:00');
  await card.getByText('Your first share of each day is rewarded.').waitFor();
  await card.getByRole('button', { name: 'Share', exact: true }).waitFor();
});
