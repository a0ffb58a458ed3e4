import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { object, withdraw } from '../../contract/calls.ts';
import { inSheet, isFocused } from './mine-sheets.ts';
import { ask, loggedIn, registerWelcomed, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, refuse, SMALL } from './states.ts';
import { DESK, visit } from './support.ts';

setUpProduct();

const REASON = 'The name does not match';
const opener = (page: Page, name: string) =>
  page.locator('.withdrawal').getByRole('button', { name, exact: true });
const words = (page: Page) => page.getByLabel('Why is this wrong?');
const send = (page: Page) => inSheet(page, 'Send objection');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const told = (page: Page) => page.locator('dialog .timeline').innerText();

/** Opens Withdraw for a new member whose withdrawal was rejected. */
async function refusedPerson(options: Parameters<typeof loggedIn>[2]) {
  const { token } = await registerWelcomed(product);
  await setPayee(product, token);
  const { withdrawal } = await ask(product, token, withdraw, { amount: '1' });
  const made = String(withdrawal.id);
  const { status, stderr } = await product.operator(
    'withdrawals',
    'reject',
    made,
    '--reason',
    REASON,
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const page = await (await loggedIn(browser, token, options)).newPage();
  await page.goto(`${product.url}/withdraw/index`);
  await opener(page, 'Object').waitFor();
  return page;
}

/** The operator's id of the objection with this text. */
async function idOf(text: string): Promise<string> {
  const list = (await product.ask('objections', 'list')) as { id: number; text: string }[];
  return String(list.find((each) => each.text === text)?.id);
}

test('a member objects to a rejected withdrawal by keyboard alone, and reads the outcome', async () => {
  const page = await refusedPerson({ ...REDUCED_MOTION, ...DESK });
  await opener(page, 'Object').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(words(page))).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Please say what is wrong.').waitFor();
  await expect.poll(() => isFocused(words(page))).toBe(true);
  await expectAccessible(page, 'objection: no words');
  await page.keyboard.type('It is my name.');
  await page.getByText('Characters: 14 of 1,000').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(page, 'We have your objection').waitFor();
  await expect.poll(() => isFocused(heading(page, 'We have your objection'))).toBe(true);
  await page
    .getByText(/^We decide it by .+ If we do not answer by then, we decide in your favour\.$/)
    .waitFor();
  await expectAccessible(page, 'objection: sent');
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(opener(page, 'Objection sent'))).toBe(true);
  await page.keyboard.press('Enter');
  await heading(page, 'Your objection').waitFor();
  expect(await told(page)).toMatch(/^Sent\n.+\nWe look at it\nWe decide it by /);

  await product.operator('objections', 'hold', await idOf('It is my name.'), '--ground', 'law');
  await page.reload();
  await opener(page, 'Objection sent').click();
  await page.getByText('This takes longer than usual').waitFor();
  const why = 'The bank gave us another name';
  await product.operator('objections', 'dismiss', await idOf('It is my name.'), '--reason', why);
  await page.reload();
  await opener(page, 'Objection rejected').click();
  await heading(page, 'Your objection').waitFor();
  expect(await told(page)).toMatch(new RegExp(`\nIt stays as it was\n${why}\n`));
  await page.getByText('It is my name.').waitFor();
  await expectAccessible(page, 'objection: rejected');
});

test('the text of an objection that is refused or lost stays in the form, and is sent again', async () => {
  const page = await refusedPerson(SMALL);
  await opener(page, 'Object').click();
  await words(page).fill('The first words');
  await refuse(page, 'user/object', 'not_objectable');
  await send(page).click();
  await page.getByText('It is too late to object to this.').waitFor();
  await page.unroute('**/api/user/object*');
  await page.route(`**${object.path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await page.getByText('Network error, please try again later.').waitFor();
  expect(await words(page).inputValue()).toBe('The first words');
  await page.unroute(`**${object.path}`);
  await words(page).fill('Other words');
  await send(page).click();
  await heading(page, 'We have your objection').waitFor();
  await inSheet(page, 'Close').click();
  await opener(page, 'Objection sent').click();
  // only the answer was lost: the server has the objection
  await page.getByText('The first words').waitFor();
  await product.operator(
    'objections',
    'uphold',
    await idOf('The first words'),
    '--reason',
    'goodwill',
  );
  await page.reload();
  await opener(page, 'Objection accepted').click();
  await page.getByText('You can withdraw it again.').waitFor();
  expect(await told(page)).toMatch(/\nYou were right\nWe give this as a gesture of goodwill\.\n/);
  await expectAccessible(page, 'objection: accepted');
});

test('a member can object to a correction, and to a block at the log-in', async () => {
  const { token, username } = await registerWelcomed(product);
  for (const [amount, reason] of [
    ['-1', 'Paid in error'],
    ['-20', 'Paid twice before'],
  ] as const) {
    await product.operator('ledger', 'correct', username, '--reason', reason, '--', amount);
  }
  const page = await (await loggedIn(browser, token, SMALL)).newPage();
  const corrected = (reason: string) =>
    page.locator('.correction:visible').filter({ hasText: reason }).getByRole('button');
  await page.goto(`${product.url}/mine/index`);
  await corrected('Paid in error').click();
  await heading(page, 'Object to this correction').waitFor();
  // a press on a notification leaves this form for the form on another screen
  await page.evaluate(() => {
    history.pushState(null, '', '/withdraw/index');
    dispatchEvent(new Event('navigated'));
  });
  await corrected('Paid twice before').click();
  await heading(page, 'Object to this correction').waitFor();
  await words(page).filter({ visible: true }).fill('It was paid once.');
  await send(page).filter({ visible: true }).click();
  await heading(page, 'We have your objection').filter({ visible: true }).waitFor();
  await inSheet(page, 'Close').filter({ visible: true }).click();
  await corrected('Paid twice before').getByText('Objection sent').waitFor();
  await expectAccessible(page, 'objection: a correction');

  await product.operator('users', 'block', username, '--reason', 'Rewards of a script');
  const { page: door } = await visit(browser, SMALL);
  await door.goto(`${product.url}/login`);
  await door.getByLabel('Username or email').fill(username);
  await door.getByLabel('Password').fill('a-long-engine-1843');
  await door.getByRole('button', { name: 'Log in', exact: true }).click();
  await door.getByRole('button', { name: 'Account blocked? Object' }).click();
  await heading(door, 'Object to a block').waitFor();
  await send(door).click();
  const sheet = door.locator('dialog');
  await sheet.getByText('Enter your username or email.').waitFor();
  await expectAccessible(door, 'objection: a block, nothing filled in');
  await sheet.getByLabel('Username or email').fill(username);
  await sheet.getByLabel('Password').fill('a-long-engine-1843');
  await words(door).fill('I have no script.');
  await send(door).click();
  await door.getByText(/^If this account is blocked, we will look at it again\./).waitFor();
  expect(await idOf('I have no script.')).toMatch(/^\d+$/);
});
