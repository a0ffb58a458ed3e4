import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { changeEmail, checkIn, confirmEmail } from '../../contract/calls.ts';
import { codeIn, startMailServer } from '../server/mail.support.ts';
import { ask, loggedIn, newRegistration } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { speak } from './speaking.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { button, DESK, press, visit } from './support.ts';

const mailServer = await startMailServer();
setUpProduct({ SMTP_URL: mailServer.url, MAIL_FROM: 'help@clips.example' });
afterAll(() => mailServer.close());
beforeEach(() => {
  mailServer.mails.length = 0;
});

const NEW = 'eleven paper boats';
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

async function member() {
  const form = newRegistration();
  const { userInfo } = await ask(product, null, checkIn, { tab: 'register', ...form });
  return { ...form, token: userInfo.token, next: `next.${form.email}` };
}

/** The link of the first mail to an address. */
async function linkTo(address: string, way: 'reset#confirm' | 'reset#undo'): Promise<string> {
  const arrived = () => mailServer.mails.find(({ to }) => to.includes(address));
  await vi.waitUntil(() => arrived() !== undefined, 20_000);
  const mail = arrived();
  return `${product.url}/${way}=${mail ? codeIn(mail, way) : ''}`;
}

const logsIn = (username: string, password: string) =>
  ask(product, null, checkIn, { tab: 'login', username, password }).then(
    () => true,
    () => false,
  );

async function openSheet(page: Page): Promise<void> {
  await page.goto(`${product.url}/mine/index`);
  await button(page, 'Change email').waitFor();
  await press(page, 'Change email');
  await page.getByLabel('New email').waitFor();
}

const sendLink = (page: Page) =>
  page.locator('dialog').getByRole('button', { name: 'Change email' });

test('by keyboard alone: an email is changed, and the change undone', async () => {
  const { token, email, next, password } = await member();
  const mine = await (await loggedIn(browser, token, { ...REDUCED_MOTION, ...DESK })).newPage();
  await openSheet(mine);
  await mine.getByLabel('New email').focus();
  await mine.keyboard.type(next);
  // the log-in is ten minutes old: the address is sent again after a proof of identity
  const old = { code: 0, msg: '', data: { reason: 'proof_too_old' } };
  await mine.route(`**${changeEmail.path}`, (route) => route.fulfill({ json: old }), { times: 1 });
  await mine.keyboard.press('Enter');
  await mine.getByLabel('Current password').focus();
  await mine.keyboard.type(password);
  await mine.keyboard.press('Enter');
  await heading(mine, 'Open the link in your email').waitFor();
  const { page } = await visit(browser, { ...REDUCED_MOTION, ...DESK });
  await page.goto(await linkTo(next, 'reset#confirm'));
  await heading(page, 'Confirm your email').waitFor();
  // opening the link changes nothing, and the code is removed from the address
  expect([page.url(), await logsIn(next, password)]).toEqual([`${product.url}/reset`, false]);
  await press(page, 'Confirm');
  await heading(page, 'Your email is changed').waitFor();
  expect([await logsIn(next, password), await logsIn(email, password)]).toEqual([true, false]);

  await page.goto(await linkTo(email, 'reset#undo'));
  await press(page, 'Undo the change');
  await heading(page, 'Your old email is back').waitFor();
  expect([await logsIn(next, password), await logsIn(email, password)]).toEqual([false, true]);
  await page.getByRole('link', { name: 'Choose a new password' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('New password', { exact: true }).focus();
  await page.keyboard.type(NEW);
  await page.keyboard.press('Enter');
  await heading(page, 'Your new password is set').waitFor();
  expect([await logsIn(email, password), await logsIn(email, NEW)]).toEqual([false, true]);
});

test('the page of a link shows why it failed: the network, or a link that was used before', async () => {
  const { token, next, password } = await member();
  await ask(product, token ?? '', changeEmail, { password, email: next });
  const link = await linkTo(next, 'reset#confirm');
  const { page } = await visit(browser, SMALL);
  await page.goto(link);
  await button(page, 'Confirm').waitFor();
  await expectAccessible(page, 'asked');
  await page.route(`**${confirmEmail.path}`, (route) => route.abort());
  await button(page, 'Confirm').click();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${confirmEmail.path}`);
  await button(page, 'Confirm').click();
  await heading(page, 'Your email is changed').waitFor();
  await page.goto(link);
  await button(page, 'Confirm').click();
  await heading(page, 'This link is no longer valid').waitFor();
  await expectAccessible(page, 'over');
  // the reloaded page no longer has the link's code
  await page.reload();
  await heading(page, 'Forgot password?').waitFor();
});

test('the reason why no link is sent is shown beside its field', async () => {
  const { token, next } = await member();
  const page = await (await loggedIn(browser, token, SMALL)).newPage();
  await openSheet(page);
  await sendLink(page).click();
  await page.getByText('Enter your email.').waitFor();
  await page.getByLabel('New email').fill('nobody');
  await sendLink(page).click();
  await page.getByText('Enter a valid email address.').waitFor();
  await expectAccessible(page, 'refused');
  await page.getByLabel('New email').fill(next);
  await sendLink(page).click();
  await heading(page, 'Open the link in your email').waitFor();
  await expectAccessible(page, 'sent');
});

test('on the smallest phone the current email fits one line, aligned to the line’s start', async () => {
  const { token } = await member();
  const page = await (await loggedIn(browser, token, SMALL)).newPage();
  await openSheet(page);
  const lines = () =>
    page.locator('dialog .requirement').evaluate((row) => {
      const address = document.createRange();
      address.selectNodeContents(row.querySelector('bdi') ?? row);
      const end = row.getBoundingClientRect().right;
      return [...address.getClientRects()].map(({ right }) => Math.round(end - right));
    });
  await speak(page, 'de');
  expect(await lines()).toHaveLength(1);
  await speak(page, 'ar');
  expect(await lines()).toEqual([0]);
});
