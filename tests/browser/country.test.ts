import type { Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { checkIn } from '../../contract/calls.ts';
import { ask, configure, newRegistration, registerUser, switchUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { networkOf } from './states.ts';
import { visit } from './support.ts';

let page: Page;
let username: string;

const TRACE = 'https://trace.example/cdn-cgi/trace';

setUpProduct();
beforeAll(async () => {
  ({ username } = await registerUser(product));
  await configure(product, { 'country.trace_url': TRACE });
  ({ page } = await visit(browser));
});

beforeEach(() => switchUser(product, page));

const tell = (body: string) => (route: Route) =>
  route.fulfill({
    body,
    contentType: 'text/plain',
    headers: { 'access-control-allow-origin': '*' },
  });

/**
 * Logs in by the form.
 * @param isTraced whether the trace service answers: the log-in waits for it, with a short timeout
 * @returns the country in the log-in call
 */
async function logIn(isTraced = false): Promise<string | undefined> {
  const traced = isTraced && page.waitForEvent('requestfinished', (each) => each.url() === TRACE);
  await page.goto(`${product.url}/login?next=/tasks/index`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await traced;
  const [asked] = await Promise.all([
    page.waitForRequest('**/api/user/checkIn'),
    page.getByRole('button', { name: 'Log in' }).click(),
  ]);
  await page.getByRole('heading', { level: 1, name: 'Task Center' }).waitFor();
  return asked.postDataJSON().country;
}

test.each<[string, (route: Route) => Promise<void>, string | undefined]>([
  ['a trace', tell('h=trace.example\nloc=IN\ntls=TLSv1.3\n'), 'IN'],
  ['no answer', (route) => route.abort(), undefined],
])('%s: the log-in goes on, with the country where it is known', async (_name, act, country) => {
  await page.route(TRACE, act);
  expect(await logIn(country !== undefined)).toBe(country);
});

test('a configuration call without an answer does not delay the log-in', async () => {
  await networkOf(page, '**/api/user/getAppConfig*', 'silent');
  expect(await logIn()).toBeUndefined();
});

test('the payout form proposes the looked-up country to a member without a country', async () => {
  const { userInfo } = await ask(product, null, checkIn, {
    tab: 'register',
    ...newRegistration(),
  });
  await switchUser(product, page, userInfo.token);
  let looks = 0;
  await page.route(TRACE, (route) => {
    looks += 1;
    return tell('loc=IN\n')(route);
  });
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByRole('button', { name: 'Set up withdrawal info' }).click();
  const country = page.getByLabel('Country or region');
  await expect.poll(() => country.inputValue()).toBe('IN');
  expect(looks).toBe(1);
});
