import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { info, rewardLogs } from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { ask, changeHands, configure, makeStranger, welcomed } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

setUpProduct();
beforeAll(async () => {
  // 7 % of it are 0.086415: nothing may be rounded up
  await configure(product, { 'reward.registration': '1.2345', 'landing.watch_reward': '0' });
});

/** A friend opens a link, looks at clips first, closes the page, and registers later. */
async function joinByLink(code: string): Promise<{ page: Page; token: string; username: string }> {
  const { page, context } = await visit(browser);
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await page.getByText('invites you').waitFor();
  await page.getByRole('link', { name: 'Short video' }).click();
  await page.close();
  const later = await context.newPage();
  await later.goto(`${product.url}/login`);
  // whoever was invited is asked to register
  expect(await later.getByLabel('Invite code (optional)').inputValue()).toBe(code);
  const { username, email, password } = makeStranger();
  await later.getByLabel('Username').fill(username);
  await later.getByLabel('Email').fill(email);
  await later.getByLabel('Password', { exact: true }).fill(password);
  await later.getByLabel('Confirm password').fill(password);
  await later.getByLabel('I am at least 18 years old').check();
  await later.getByRole('button', { name: 'Register' }).click();
  await later.getByRole('status').getByText('+1.2345').first().waitFor();
  const kept = await later.evaluate(() => ({
    code: localStorage.getItem('inviteCode'),
    token: localStorage.getItem('token') ?? '',
  }));
  expect(kept).toEqual({ code: null, token: expect.stringMatching(/.{20,}/) });
  return { page: later, token: kept.token, username };
}

const rewards = async (token: string) =>
  (await ask(product, token, rewardLogs, {})).list
    .map(({ type, amount, detail }) => `${type} ${amount} ${detail}`.trim())
    .sort();

interface Seen {
  counts: string[];
  records: string[];
  history: string[];
  balance: string;
}

const flat = (texts: string[]) => texts.map((text) => text.replace(/\s+/g, ' '));

const readFriends = async (page: Page) => {
  const list = page.getByRole('region', { name: 'Invite records' });
  return {
    counts: flat(await list.locator('label').allInnerTexts()),
    records: await list
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((row) =>
          ['bdi', '.level-mark', '.amount']
            .map((part) => row.querySelector(part)?.textContent)
            .join(' '),
        ),
      ),
  };
};

const readEarned = async (page: Page) => {
  const lines = page.getByRole('region', { name: 'Reward history' }).getByRole('listitem');
  const balance = page.getByRole('region', { name: 'Available balance' }).locator('.unseen');
  return {
    history: await lines.evaluateAll((all) =>
      all
        .map(
          (row) =>
            `${row.querySelector('.row-main > span')?.textContent} ${row.querySelector('.amount')?.textContent}`,
        )
        .sort(),
    ),
    balance: (await balance.allInnerTexts()).join(),
  };
};

/** What an inviter sees of their friends and of what these have brought, when all of it has come. */
async function expectSeen(page: Page, { token }: UserInfo, seen: Seen): Promise<void> {
  const { counts, records, history, balance } = seen;
  await changeHands(product, page, token);
  await page.goto(`${product.url}/invite/index`);
  await expect.poll(() => readFriends(page)).toEqual({ counts, records });
  await page.getByRole('link', { name: 'Mine' }).click();
  await expect.poll(() => readEarned(page)).toEqual({ history, balance });
}

const balanceOf = async (token: string) => (await ask(product, token, info, {})).userInfo.balance;

/** Commissions are written a moment after the newcomer's own reward. */
const arrival = (people: { token: string }[], balances: string[]) =>
  vi.waitFor(
    async () =>
      expect(await Promise.all(people.map(({ token }) => balanceOf(token)))).toEqual(balances),
    30_000,
  );

test('three levels of invitations bring exactly 7, 3 and 1 percent, rounded down', async () => {
  const ada = await welcomed(product);
  const ben = await welcomed(product, ada.invite_code);
  const cleo = await welcomed(product, ben.invite_code);
  const { page, token, username } = await joinByLink(cleo.invite_code);
  expect(await rewards(token)).toEqual(['new_user_reward 1.2345']);

  await arrival([ada, ben, cleo, { token }], ['1.8702', '1.8579', '1.8209', '1.2345']);
  const [b, c, d] = [maskName(ben.username), maskName(cleo.username), maskName(username)];
  expect(await rewards(ada.token)).toEqual([
    `invite 0.5000 ${b}`,
    `invite_level_1_reward 0.0864 ${b}`,
    `invite_level_2_reward 0.0370 ${c}`,
    `invite_level_3_reward 0.0123 ${d}`,
    'new_user_reward 1.2345',
  ]);
  await expectSeen(page, ada, {
    counts: ['3 All', '1 Level 1', '1 Level 2', '1 Level 3'],
    records: [`${d} 3 +0.0123`, `${c} 2 +0.037`, `${b} 1 +0.5864`],
    history: [
      'Invited a friend +0.50',
      'Level 1 friend joined +0.0864',
      'Level 2 friend joined +0.037',
      'Level 3 friend joined +0.0123',
      'Welcome bonus +1.2345',
    ],
    balance: '1.8702',
  });
  await expectSeen(page, ben, {
    counts: ['2 All', '1 Level 1', '1 Level 2', '0 Level 3'],
    records: [`${d} 2 +0.037`, `${c} 1 +0.5864`],
    history: [
      'Invited a friend +0.50',
      'Level 1 friend joined +0.0864',
      'Level 2 friend joined +0.037',
      'Welcome bonus +1.2345',
    ],
    balance: '1.8579',
  });
  await expectSeen(page, cleo, {
    counts: ['1 All', '1 Level 1', '0 Level 2', '0 Level 3'],
    records: [`${d} 1 +0.5864`],
    history: ['Invited a friend +0.50', 'Level 1 friend joined +0.0864', 'Welcome bonus +1.2345'],
    balance: '1.8209',
  });
  expect((await product.operator('ledger', 'verify')).status).toBe(0);
  await page.context().close();
});
