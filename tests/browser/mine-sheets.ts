import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { checkIn } from '../../contract/calls.ts';
import { ask, loggedIn, newRegistration } from './people.ts';
import { browser, product } from './product.ts';

/** A row of Mine, which opens a sheet. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator('.screen-mine').getByRole('button', { name, exact: true });

/** A button of the open sheet. */
export const inSheet = (page: Page, name: string): Locator =>
  page.locator('dialog').getByRole('button', { name, exact: true });

export const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each === document.activeElement);

/** Registers a member, and opens Mine. */
export async function openMineAsNewMember(options: BrowserContextOptions) {
  const form = newRegistration();
  const { userInfo } = await ask(product, null, checkIn, { tab: 'register', ...form });
  const context = await loggedIn(browser, userInfo.token, options);
  const page = await context.newPage();
  await page.goto(`${product.url}/mine/index`);
  return { ...form, page, context };
}
