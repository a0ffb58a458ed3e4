import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newRegistration, recordRewardMessages, waitForToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { goTo, visit } from './support.ts';

setUpProduct();

async function register(page: Page): Promise<void> {
  const person = newRegistration();
  await page.getByRole('link', { name: 'Log in to earn' }).click();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('I am at least 18 years old').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('region', { name: 'Short video' }).waitFor();
}

/** The source and the sound of the current clip, once it plays. */
const playingClip = (page: Page) =>
  page.waitForFunction(() => {
    const middle = innerHeight / 2;
    const video = [...document.querySelectorAll('video')].find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top < middle && bottom > middle && !each.paused && each.currentTime > 0.1;
    });
    return video ? { src: video.currentSrc, muted: video.muted } : null;
  });

test('a visitor registers, watches, is paid, withdraws and is paid out', async () => {
  const { page, errors, context } = await visit(browser);
  const rewards = await recordRewardMessages(page);
  await page.goto(product.url);

  // a visitor sees a clip that plays by itself, without sound
  expect(await (await playingClip(page)).jsonValue()).toMatchObject({ muted: true });
  await expect.poll(() => page.title()).toBe('Short Video | Clipurse');

  await register(page);
  await page.getByRole('link', { name: '1.00' }).waitFor();

  // after the clip's watch time the reward appears and the balance has risen
  const first = await (await playingClip(page)).jsonValue();
  await waitForToasts(rewards, '+0.05');
  await page.getByRole('link', { name: '1.05' }).waitFor();

  // the next clip has another file
  await page.getByRole('button', { name: 'Next video' }).click();
  await page.waitForFunction((src) => {
    const middle = innerHeight / 2;
    return [...document.querySelectorAll('video')].some((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top < middle && bottom > middle && !each.paused && each.currentSrc !== src;
    });
  }, first?.src);

  await setWithdrawInfo(page);
  await withdraw(page);

  const pending = (await product.ask('withdrawals', 'list', '--status', 'pending')) as {
    id: number;
  }[];
  // a failed run before a retry may have left a pending withdrawal
  const id = Math.max(...pending.map((each) => each.id));
  const approved = await product.operator('withdrawals', 'approve', String(id));
  expect(approved.status).toBe(0);
  // coming back loads the status at once; the polling is tested in withdraw.test.ts
  await goTo(page, 'Mine');
  await goTo(page, 'Withdraw');
  await page.getByRole('heading', { name: 'Your withdrawal was paid' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('Amount').waitFor();

  const verified = await product.operator('ledger', 'verify');
  expect(verified.status).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

async function setWithdrawInfo(page: Page): Promise<void> {
  await goTo(page, 'Withdraw');
  await page
    .getByRole('button', { name: /set up/i })
    .first()
    .click();
  await page.getByLabel('Country or region').selectOption('US');
  await page.getByLabel('Method').selectOption({ label: 'PayPal' });
  await page.getByLabel('Recipient name').fill('Ada Lovelace');
  await page.getByLabel('Account').fill('ada@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
}

async function withdraw(page: Page): Promise<void> {
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  // by role: the tips contain similar words
  await page.getByRole('heading', { name: 'Your withdrawal is in process' }).waitFor();
}
