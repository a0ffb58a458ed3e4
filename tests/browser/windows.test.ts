import { expect, test } from 'vitest';
import { loggedIn, makeStranger, pathOf, registerUser, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';

setUpProduct();

test('two windows of a browser are always the same person', async () => {
  const [ada, ben] = [await registerUser(product), await registerUser(product)];
  const context = await loggedIn(browser, ada.token);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await page.goto(`${product.url}/mine/index`);
    await page.getByText(ada.username, { exact: true }).waitFor();
  }
  await second.getByRole('button', { name: 'Log out' }).click();
  await first.getByLabel('Username or email').waitFor();
  expect(pathOf(first)).toBe('/login');

  const { password } = makeStranger();
  await second.getByLabel('Username or email').fill(ben.username);
  await second.getByLabel('Password').fill(password);
  await second.getByRole('button', { name: 'Log in' }).click();
  for (const page of [first, second]) await page.getByText(ben.username, { exact: true }).waitFor();
  // and everything that it asks for is this person's
  const asked = first.waitForRequest('**/api/user/invitedUsers*');
  await tab(first, 'Invite').click();
  const kept = await first.evaluate(() => localStorage.getItem('token'));
  expect((await asked).headers()['ba-user-token']).toBe(kept);
  await first.getByText('No friends here yet').waitFor();
  await context.close();
});
