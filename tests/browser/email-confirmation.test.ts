import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { sendConfirmLink } from '../../contract/calls.ts';
import { codeIn, startMailServer } from '../server/mail.support.ts';
import { setVisible } from './clocks.ts';
import { configureForTest, loggedIn, registerWelcomed, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { button, DESK, press, visit } from './support.ts';

const mailServer = await startMailServer();
setUpProduct({ SMTP_URL: mailServer.url, MAIL_FROM: 'help@clips.example' });
afterAll(() => mailServer.close());
beforeEach(async () => {
  mailServer.mails.length = 0;
  // unsets the setting: a server that sends mails requires a confirmed email by default
  await configureForTest(product, { 'withdraw.email_confirmed_required': '' });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Waits for this many mails and returns the link in the last. */
async function linkOf(count: number, address: string): Promise<string> {
  await vi.waitUntil(() => mailServer.mails.length === count, 20_000);
  const mail = mailServer.mails.at(-1);
  expect(mail?.to).toEqual([address]);
  return `${product.url}/reset#confirm=${mail ? codeIn(mail, 'reset#confirm') : ''}`;
}

test('by keyboard alone: Withdraw asks for a confirmed email, and notices a confirmation elsewhere', async () => {
  const { token, email } = await registerWelcomed(product);
  await setPayee(product, token);
  const page = await (await loggedIn(browser, token, { ...REDUCED_MOTION, ...DESK })).newPage();
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByText('Withdrawing needs a confirmed email.').waitFor();
  await page.getByText(email, { exact: true }).waitFor();
  expect(await page.getByLabel('Amount').count()).toBe(0);
  await press(page, 'Send link');
  await page.getByText('A link is on its way to this email.').waitFor();
  const first = await linkOf(1, email);
  await press(page, 'Send the link again');
  const last = await linkOf(2, email);
  await setVisible(page, false);
  const { page: phone } = await visit(browser, { ...REDUCED_MOTION, ...DESK });
  // a new link invalidates the previous link
  await phone.goto(first);
  await press(phone, 'Confirm');
  await heading(phone, 'This link is no longer valid').waitFor();
  await phone.goto(last);
  await press(phone, 'Confirm');
  await heading(phone, 'Your email is confirmed').waitFor();
  await setVisible(page, true);
  await page.getByLabel('Amount').waitFor();
  await page.getByText('Your email is confirmed').waitFor();
});

test('Mine shows the current email, and whether it is confirmed', async () => {
  const { token, email } = await registerWelcomed(product);
  const page = await (await loggedIn(browser, token, SMALL)).newPage();
  await page.goto(`${product.url}/mine/index`);
  await button(page, 'Change email').click();
  await page.getByText('Not confirmed').waitFor();
  await expectAccessible(page, 'not confirmed');
  await page.route(`**${sendConfirmLink.path}`, (route) => route.abort());
  await button(page, 'Send link').first().click();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${sendConfirmLink.path}`);
  await button(page, 'Send link').first().click();
  await page.getByText('A link is on its way to this email.').waitFor();
  const { page: phone } = await visit(browser, SMALL);
  await phone.goto(await linkOf(1, email));
  await button(phone, 'Confirm').click();
  await heading(phone, 'Your email is confirmed').waitFor();
  await button(page, 'Close').click();
  await button(page, 'Change email').click();
  await page.getByRole('dialog').getByText('Confirmed', { exact: true }).waitFor();
  await page.getByText(email, { exact: true }).waitFor();
});
