import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loggedIn, pathOf, registerWelcomed, setPayee, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { dialogEntryLeft } from './support.ts';

let page: Page;

setUpProduct();
beforeAll(async () => {
  const { token } = await registerWelcomed(product);
  await setPayee(product, token);
  // a permission that is not listed is denied: notifications
  const permissions = ['clipboard-read'];
  const context = await loggedIn(browser, token, { reducedMotion: 'reduce', permissions });
  page = await context.newPage();
});

const dialogs = (page: Page) => page.locator('dialog');

async function open(path: string): Promise<void> {
  await page.goto(`${product.url}/mine/index`);
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await tab(page, path).click();
}

/** Back closes the dialog and stays on the screen. */
async function expectClosedByBack(page: Page, title: string, opening: () => Promise<void>) {
  const path = pathOf(page);
  await opening();
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.goBack();
  await expect.poll(() => dialogs(page).count()).toBe(0);
  expect(pathOf(page)).toBe(path);
}

/** Back returns to Mine, from which the screen was opened, in one step. */
async function expectBackToMine(page: Page) {
  await page.goBack();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  expect(pathOf(page)).toBe('/mine/index');
}

/** Closing the dialog by its own button leaves no entry in the history either. */
async function closeByButton(page: Page, name: string, opening: () => Promise<void>) {
  await opening();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await expect.poll(() => dialogs(page).count()).toBe(0);
  await dialogEntryLeft(page);
}

test('the dialogs of Tasks close by Back before the screen is left', async () => {
  await open('Tasks');
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
  await expectClosedByBack(page, 'Install the app', press('Install'));
  await expectClosedByBack(page, 'Notification help', press('Enable'));
  await expectClosedByBack(page, 'Share with friends', press('Share'));
  await closeByButton(page, 'Close', press('Share'));
  await expectBackToMine(page);
});

test('the confirmation of a withdrawal closes by Back, but not while the request is pending', async () => {
  await open('Withdraw');
  const ask = async () => {
    await page.getByLabel('Amount').fill('1');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  };
  await expectClosedByBack(page, 'Confirm withdrawal', ask);
  await closeByButton(page, 'Cancel', ask);

  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/user/withdraw', async (route) => {
    await answered;
    await route.abort();
  });
  await ask();
  const dialog = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  for (const away of [() => page.goBack(), () => page.goBack()]) {
    await away();
    expect(pathOf(page)).toBe('/withdraw/index');
    expect(await dialog.isVisible()).toBe(true);
  }
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  answer();
  await dialog.getByRole('alert').getByText('Network error, please try again later.').waitFor();
  await page.goBack();
  await expect.poll(() => dialogs(page).count()).toBe(0);
  await expectBackToMine(page);
});
