import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { checkIn, forgotPassword } from '../../contract/calls.ts';
import { codeIn, startMailServer } from '../server/mail.support.ts';
import { ask, newRegistration } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { DESK, visit } from './support.ts';

const mailServer = await startMailServer();
setUpProduct({ SMTP_URL: mailServer.url, MAIL_FROM: 'help@clips.example' });
afterAll(() => mailServer.close());
beforeEach(() => {
  mailServer.mails.length = 0;
});

const NEW = 'eleven paper boats';
const SENT = 'If an account has this email, a link is on its way.';
const field = (page: Page) => page.getByLabel('Email', { exact: true });

async function member() {
  const form = newRegistration();
  await ask(product, null, checkIn, { tab: 'register', ...form });
  return form;
}

test('by keyboard alone: a mailed link leads to a new password', async () => {
  const { username, email } = await member();
  const { page } = await visit(browser, { ...REDUCED_MOTION, ...DESK });
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username or email').waitFor();
  const way = page.getByRole('link', { name: 'Forgot password?' });
  // the link is shown once the app config has loaded
  await way.waitFor();
  await way.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Forgot password?' }).waitFor();
  await field(page).focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: SENT }).waitFor();
  await vi.waitUntil(() => mailServer.mails.length === 1, 20_000);
  const [mail] = mailServer.mails;
  expect(mail?.to).toEqual([email]);
  expect(mail?.text).toContain(username);
  await page.goto(`${product.url}/reset#code=${mail ? codeIn(mail) : ''}`);
  await page.getByLabel('New password', { exact: true }).focus();
  await page.keyboard.type(NEW);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
  const login = { tab: 'login', username, password: NEW } as const;
  expect((await ask(product, null, checkIn, login)).userInfo.username).toBe(username);
});

test('the reason why no link is sent is shown beside the field, or above the button', async () => {
  const { page } = await visit(browser, SMALL);
  await page.goto(`${product.url}/reset`);
  await field(page).waitFor();
  // this notice is only for servers that do not mail links
  expect(await page.getByText('Open the link that was sent to you').count()).toBe(0);
  const press = () => page.getByRole('button', { name: 'Send link' }).click();
  const isFocused = () => field(page).evaluate((input) => input === document.activeElement);
  await press();
  await page.getByText('Enter your email.').waitFor();
  await expect.poll(isFocused).toBe(true);
  await expectAccessible(page, 'nothing typed');
  await field(page).fill('nobody');
  await press();
  await page.getByText('Enter a valid email address.').waitFor();
  await expect.poll(isFocused).toBe(true);
  await page.route(`**${forgotPassword.path}`, (route) => route.abort());
  await field(page).fill('nobody@example.org');
  await press();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${forgotPassword.path}`);
  await press();
  await page.getByText(SENT).waitFor();
});

test('a link that is no longer valid leads to the form for a new link', async () => {
  const { page } = await visit(browser, SMALL);
  await page.goto(`${product.url}/reset?code=${'0'.repeat(40)}`);
  await page.getByLabel('New password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await field(page).waitFor();
  await expectAccessible(page, 'over');
});
