import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFailed, test, vi } from 'vitest';
import { handleLoginReward, invitedUsers } from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { ask, recordToasts, registerUser, switchUser, waitForToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { hideReconnection } from './states.ts';
import { visit } from './support.ts';

let page: Page;
let toasts: () => Promise<string[]>;
let inviter: UserInfo;
/** one friend of each level: 1, 2 and 3 */
let chain: UserInfo[];
const friends: UserInfo[] = [];

/** Number of friends of level 1: more than one page of the list shows. */
const FIRST_LEVEL = 21;

async function invite(by: UserInfo): Promise<UserInfo> {
  const friend = await registerUser(product, by.invite_code);
  await ask(product, friend.token, handleLoginReward, {});
  return friend;
}

setUpProduct();
beforeAll(async () => {
  expect(
    (await product.operator('config', 'set', 'limit.registrations_per_hour', '0')).status,
  ).toBe(0);
  ({ page } = await visit(browser));
  toasts = await recordToasts(page);
  inviter = await registerUser(product);
  const first = await invite(inviter);
  const second = await invite(first);
  chain = [first, second, await invite(second)];
  for (let count = 1; count < FIRST_LEVEL; count += 1) friends.push(await invite(inviter));
  // commissions are credited shortly after the friend's own reward
  const brought = async () =>
    (await ask(product, inviter.token, invitedUsers, { limit: 100 })).list;
  await vi.waitFor(
    async () =>
      expect(await brought()).not.toContainEqual(expect.objectContaining({ reward: '0.0000' })),
    30_000,
  );
});

/** Opens a member's invite page; reuses the open page of the same member unless a test failed. */
async function openInvite(token: string): Promise<void> {
  onTestFailed(async () => {
    await page.goto('about:blank');
  });
  const url = `${product.url}/invite/index`;
  const owner = page.url() === url && (await page.evaluate(() => localStorage.getItem('token')));
  if (owner !== token) {
    await switchUser(product, page, token);
    await page.goto(url);
  }
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
}

const records = (page: Page) => page.getByRole('region', { name: 'Invite records' });
const rows = (page: Page) => records(page).getByRole('listitem');

test('the invite code is shown, and its link is shown, drawn as a QR code and copied', async () => {
  await openInvite(inviter.token);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const link = `${product.url}/newuser?invite_code=${inviter.invite_code}`;
  await page.getByText(inviter.invite_code, { exact: true }).waitFor();
  await page.getByText(link).waitFor();
  await page.getByRole('img', { name: 'QR code of your invite link' }).waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await waitForToasts(toasts, 'Link copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

test('friends of three levels are counted, listed with masked names and rewards, and filtered', async () => {
  await openInvite(inviter.token);
  const choices = records(page).getByRole('group', { name: 'Show friends of' }).locator('label');
  await choices.getByText('23').waitFor();
  const told = (await choices.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(told).toEqual(['23 All', '21 Level 1', '1 Level 2', '1 Level 3']);

  for (const [level, reward] of [
    [1, '+0.57'],
    [2, '+0.03'],
    [3, '+0.01'],
  ] as const) {
    await records(page)
      .getByRole('radio', { name: `Level ${level}` })
      .check();
    const last = rows(page).last();
    if (level === 1) await expect.poll(() => rows(page).count()).toBe(20);
    else {
      await last.getByText(maskName(chain[level - 1]?.username ?? '')).waitFor();
      expect(await rows(page).count()).toBe(1);
    }
    await last.getByRole('img', { name: `Level ${level}` }).waitFor();
    await last.getByText(reward).waitFor();
  }
});

test('the list loads its next page when its end becomes visible', async () => {
  await openInvite(inviter.token);
  await page.reload();
  await rows(page).first().waitFor();
  const newest = await rows(page).first().locator('bdi').innerText();
  expect(newest).toBe(maskName(friends.at(-1)?.username ?? ''));
  expect(await rows(page).count()).toBe(20);
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => rows(page).count()).toBe(23);
  await expect.poll(() => records(page).getByRole('button').count()).toBe(0);
});

const counts = async (page: Page) =>
  (await records(page).locator('.level-count').allInnerTexts()).join(' ');

test('counts that failed to load show dashes, and load with the next list that succeeds', async () => {
  await openInvite(inviter.token);
  await hideReconnection(page);
  await page.route('**/api/user/invitedUsers*', (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await records(page).getByRole('alert').waitFor();
  expect(await counts(page)).toBe('– – – –');
  const choice = records(page).getByRole('group', { name: 'Show friends of' });
  expect(await choice.getAttribute('aria-busy')).toBe('false');
  await records(page).getByRole('radio', { name: 'Level 2' }).check();
  await records(page).getByRole('alert').waitFor();
  await page.unroute('**/api/user/invitedUsers*');
  await records(page).getByRole('button', { name: 'Retry' }).click();
  await rows(page).first().waitFor();
  expect(await counts(page)).toBe('23 21 1 1');
  await page.unrouteAll();
});
