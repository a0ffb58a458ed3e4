import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newRegistration, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { REDUCED_MOTION } from './states.ts';
import { button, visit } from './support.ts';

setUpProduct();

async function openLogin(path: string): Promise<Page> {
  const viewport = { width: 320, height: 568 };
  const { page } = await visit(browser, { ...REDUCED_MOTION, viewport });
  await page.goto(`${product.url}${path}`);
  return page;
}

/** Whether the text is visible without scrolling: above the tab bar, and covered by nothing. */
const isRead = (page: Page, text: string) =>
  page
    .getByText(text, { exact: true })
    .evaluate((said) => {
      const { left, top, bottom } = said.getBoundingClientRect();
      const foot = document.querySelector('.tab-bar')?.getBoundingClientRect().top ?? 0;
      return (
        top >= 0 && bottom <= foot && document.elementFromPoint(left + 20, bottom - 2) === said
      );
    })
    .catch(() => false);

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('name') ?? activeElement?.textContent;
  });

test('the reason why registering failed is visible on the smallest phone, from app or server', async () => {
  const taken = await registerUser(product);
  const page = await openLogin('/login?tab=register');
  const { email, password } = newRegistration();
  await page.getByLabel('Username').fill(taken.username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill('another');
  await button(page, 'Register').click();
  await expect.poll(() => focused(page)).toBe('confirmation');
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('I am at least 18 years old').check();
  await button(page, 'Register').click();
  // the server's refusal belongs to a field above the visible part of the form
  await expect.poll(() => focused(page)).toBe('username');
  await expect.poll(() => isRead(page, 'This username is taken.')).toBe(true);
});

test('the reason why logging in failed is visible on the smallest phone', async () => {
  const page = await openLogin('/login');
  await button(page, 'Log in').click();
  await expect.poll(() => focused(page)).toBe('username');
  await page.getByLabel('Username or email').fill('nobody');
  await page.getByLabel('Password').fill('a-wrong-engine');
  await page.keyboard.press('Enter');
  const said = 'Username, email or password is wrong.';
  await expect.poll(() => isRead(page, said)).toBe(true);
});

test('switching between the forms keeps username and email, and clears the passwords', async () => {
  const page = await openLogin('/login?tab=register');
  const { username, email, password } = newRegistration();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Invite code').fill('ABCD2345');
  await button(page, 'I have an account').click();
  expect(await page.getByLabel('Username or email').inputValue()).toBe(username);
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  await page.getByLabel('Username or email').fill('ada@example.org');
  await button(page, 'Create an account').click();
  const values = await page
    .locator('.login-form input:not([type=checkbox])')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  expect(values).toEqual([username, 'ada@example.org', '', '', 'ABCD2345']);
  // without a username the email fills the field that accepts either
  await page.getByLabel('Username').fill('');
  await button(page, 'I have an account').click();
  expect(await page.getByLabel('Username or email').inputValue()).toBe('ada@example.org');
});
