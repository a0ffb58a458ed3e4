import { expect, test } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import { makeStranger, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

setUpProduct();

test('from an invitation to registered, with both rewards', async () => {
  const { invite_code: code, username: inviter } = await registerUser(product);
  const { page, context, errors } = await visit(browser);
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  expect(await page.title()).toBe('Watch videos and earn cash | Clipurse');
  await page.getByText(`${maskName(inviter)} invites you`).waitFor();
  await page.getByText('1.10').waitFor();
  // the ring is full when the clip has been watched long enough
  await page
    .getByRole('progressbar', { name: 'Watch reward' })
    .and(page.locator('[aria-valuenow="100"]'))
    .waitFor({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Register' }).click();

  const { username, email, password } = makeStranger();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  expect(await page.getByLabel('Invite code (optional)').inputValue()).toBe(code);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('status').getByText('+1.10').waitFor();
  await page.getByRole('link', { name: '1.10' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('inviteCode'))).toBeNull();
  expect(errors).toEqual([]);
  await context.close();
});

test('a code that nobody has is said plainly, and registering is still possible', async () => {
  const { page, context } = await visit(browser);
  await page.goto(`${product.url}/newuser?invite_code=NOBODY99`);
  await page.getByText('This invitation is no longer valid').waitFor();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Confirm password').waitFor();
  await context.close();
});
