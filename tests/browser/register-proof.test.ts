import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { configureForTest, newRegistration, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, openAsVisitor } from './states.ts';

const CHECKING = 'Checking that you are not a robot…';

setUpProduct();

/** Registers once from this address: the next registration needs a proof of work. */
beforeEach(async () => {
  // few tries: without Chromium's optimizing compilers, off in tests, each try takes a second
  await configureForTest(product, { 'register.proof_after': '1', 'register.proof_tries': '2' });
  await registerUser(product).catch(() => undefined);
});

/** Fills in the registration form of a new person. */
async function fillForm(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await openAsVisitor(browser);
  await prepare(page);
  await page.goto(`${product.url}/login?tab=register`);
  const { username, email, password } = newRegistration();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('I am at least 18 years old').check();
  return page;
}

const register = (page: Page) =>
  page.getByRole('button', { name: 'Register', exact: true }).click();
const isIn = (page: Page) => page.getByRole('region', { name: 'Short video' }).waitFor();

/** The files of the solver that a page fetches. */
function solversOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('proof-solver')) asked.push(request.url());
  });
  return asked;
}

test('after many registrations from an address block the device computes a proof, and is registered', async () => {
  const page = await fillForm(async () => undefined);
  const solvers = solversOf(page);
  // the proof waits until the test has read the message
  let release = () => {};
  const isRead = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/proof-solver-*', (route) => isRead.then(() => route.continue()));
  await register(page);
  await page.getByRole('status').getByText(CHECKING).waitFor();
  expect(await page.locator('.login-form [aria-busy="true"]').count()).toBe(1);
  release();
  await isIn(page);
  expect(solvers).toHaveLength(1);
});

test('a device without web workers reports that it cannot compute the proof, and may try again', async () => {
  const page = await fillForm((each) =>
    each.addInitScript(() => Reflect.set(window, 'Worker', undefined)),
  );
  await register(page);
  const says = 'Your device could not check that you are not a robot.';
  await page.getByRole('alert').getByText(says).waitFor();
  await expectAccessible(page, 'register: no proof');
  const { password } = newRegistration();
  await configureForTest(product, { 'register.proof_after': '0' });
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await register(page);
  await isIn(page);
});

test('below the limit no proof is computed, and no solver is fetched', async () => {
  await configureForTest(product, { 'register.proof_after': '1000' });
  const page = await fillForm(async () => undefined);
  const solvers = solversOf(page);
  await register(page);
  await isIn(page);
  expect(solvers).toEqual([]);
});
