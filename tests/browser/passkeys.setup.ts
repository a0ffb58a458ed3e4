import type { BrowserContextOptions, Page } from 'playwright-core';
import { checkIn } from '../../contract/calls.ts';
import { ask, loggedIn, newRegistration } from './people.ts';
import { browser, product } from './product.ts';

/** Browsers allow passkeys only for host names, not for IP addresses. */
export const site = () => product.url.replace('127.0.0.1', 'localhost');
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The field of the visible screen: a hidden screen may still have the same dialog. */
export const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).filter({ visible: true });
export const rows = (page: Page) => page.locator('dialog').getByRole('listitem');
export const heading = (page: Page) => page.getByRole('heading', { name: 'Passkeys' });

/** Adds a virtual authenticator that needs no user gesture. */
export async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    ...{ hasResidentKey: true, hasUserVerification: true },
    ...{ isUserVerified: true, automaticPresenceSimulation: true },
  };
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...options },
  });
  return { cdp, authenticatorId };
}

export async function member(options: BrowserContextOptions) {
  const form = newRegistration();
  const { userInfo } = await ask(product, null, checkIn, { tab: 'register', ...form });
  const page = await (await loggedIn(browser, userInfo.token, options)).newPage();
  const device = await withAuthenticator(page);
  await page.goto(`${site()}/mine/index`);
  return { ...form, page, device, token: userInfo.token };
}

export async function press(page: Page, name: string): Promise<void> {
  await button(page, name).waitFor();
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

export async function add(page: Page, password: string): Promise<void> {
  await press(page, 'Passkeys');
  await heading(page).waitFor();
  await press(page, 'Add a passkey');
  await field(page, 'Current password').focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByText('The passkey was added.').waitFor();
}
