import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logInByPasskey, passkeyOptions, removePasskey } from '../../contract/calls.ts';
import {
  add,
  button,
  field,
  heading,
  member,
  press,
  rows,
  site,
  withAuthenticator,
} from './passkeys.setup.ts';
import { browser, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { DESK, visit } from './support.ts';

setUpProduct();

/** Moves the passkeys to another device, as a vendor's synchronisation does. */
async function move(from: Awaited<ReturnType<typeof withAuthenticator>>, page: Page) {
  const to = await withAuthenticator(page);
  const { authenticatorId } = from;
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials) {
    const added = { authenticatorId: to.authenticatorId, credential };
    await to.cdp.send('WebAuthn.addCredential', added);
  }
  return { ...to, credentials };
}

const failVerification = ({ cdp, authenticatorId }: { cdp: CDPSession; authenticatorId: string }) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });

test('by keyboard alone: a passkey is added, named, logs in by the button, and is removed', async () => {
  const { page, device, password, username } = await member({ ...REDUCED_MOTION, ...DESK });
  await add(page, password);
  await press(page, 'Rename');
  await field(page, 'Name').fill('My laptop');
  await page.keyboard.press('Enter');
  await page.locator('dialog').getByText('My laptop').waitFor();

  const { page: other } = await visit(browser, { ...REDUCED_MOTION, ...DESK });
  const moved = await move(device, other);
  expect(moved.credentials).toHaveLength(1);
  // else the browser's autofill would log in with the passkey at once
  await failVerification(moved);
  await other.goto(`${site()}/login`);
  await press(other, 'Log in with a passkey');
  await other.getByText('No passkey was used.').waitFor();
  await moved.cdp.send('WebAuthn.setUserVerified', {
    ...{ authenticatorId: moved.authenticatorId, isUserVerified: true },
  });
  await press(other, 'Log in with a passkey');
  await other.waitForFunction(() => localStorage.getItem('token'));
  await other.goto(`${site()}/mine/index`);
  await other.getByText(username).first().waitFor();

  await press(page, 'Remove');
  await page.getByText('The passkey was removed.').waitFor();
  expect(await rows(page).count()).toBe(0);
});

test('a removed passkey is refused with a message to log in by password', async () => {
  const { page, device, password } = await member(REDUCED_MOTION);
  await add(page, password);
  await press(page, 'Remove');
  await page.getByText('The passkey was removed.').waitFor();
  const { page: other } = await visit(browser, REDUCED_MOTION);
  await move(device, other);
  await other.goto(`${site()}/login`);
  // the browser's autofill uses the passkey at once: the authenticator needs no gesture
  await other.getByText('This passkey no longer works here. Log in with your password.').waitFor();
  await press(other, 'Log in with a passkey');
  await button(other, 'Log in with a passkey').waitFor();
  await other.getByText('This passkey no longer works here.').waitFor();
});

test('each state of the passkeys sheet is accessible, on the smallest phone too', async () => {
  const { page, device, username, password } = await member(SMALL);
  await press(page, 'Passkeys');
  await heading(page).waitFor();
  await expectAccessible(page, 'none yet');
  await button(page, 'Add a passkey').click();
  await field(page, 'Current password').waitFor();
  // a hidden field gives the username to password managers
  const names = await page
    .locator('dialog input[autocomplete=username]')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  expect(names).toEqual([username]);
  await button(page, 'Add a passkey').click();
  await page.getByText('Enter a password.').waitFor();
  await expectAccessible(page, 'the password is asked for');
  await field(page, 'Current password').fill('another one');
  await button(page, 'Add a passkey').click();
  await page.getByText('This is not your current password.').waitFor();
  await page.route(`**${passkeyOptions.path}`, (route) => route.abort());
  await button(page, 'Add a passkey').click();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${passkeyOptions.path}`);
  await failVerification(device);
  await field(page, 'Current password').fill(password);
  await button(page, 'Add a passkey').click();
  await page.getByText('No passkey was added.').waitFor();
  const { cdp, authenticatorId } = device;
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await button(page, 'Add a passkey').click();
  await field(page, 'Current password').fill(password);
  await button(page, 'Add a passkey').click();
  await page.getByText('The passkey was added.').waitFor();
  await button(page, 'Rename').click();
  await field(page, 'Name').waitFor();
  await expectAccessible(page, 'one is named');
  await button(page, 'Cancel').click();
  await page.route(`**${removePasskey.path}`, (route) => route.abort());
  await button(page, 'Remove').click();
  await page.getByText('Network error, please try again later.').waitFor();
  await expectAccessible(page, 'it could not be removed');
});

test('the log-in offers no passkey if the browser does not support them', async () => {
  const { page } = await visit(browser, SMALL);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto(`${site()}/login`);
  await button(page, 'Create an account').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await button(page, 'Log in with a passkey').count()).toBe(0);
});

test('the log-in with the passkey button is accessible on the smallest phone', async () => {
  const { page } = await visit(browser, SMALL);
  await page.route(`**${logInByPasskey.path}`, (route) => route.abort());
  await page.goto(`${site()}/login`);
  await button(page, 'Log in with a passkey').waitFor();
  await expectAccessible(page, 'the log-in');
});
