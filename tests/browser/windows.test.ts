import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rewardLogs } from '../../contract/calls.ts';
import { ask, configure, loggedIn, newRegistration, pathOf, registerUser, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { openContext } from './support.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' });
});

test('two windows of a browser always have the same session', async () => {
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

  const { password } = newRegistration();
  await second.getByLabel('Username or email').fill(ben.username);
  await second.getByLabel('Password').fill(password);
  await second.getByRole('button', { name: 'Log in' }).click();
  for (const page of [first, second]) await page.getByText(ben.username, { exact: true }).waitFor();
  // all calls of the first window have the new member's token
  const asked = first.waitForRequest('**/api/user/invitedUsers*');
  await tab(first, 'Invite').click();
  const kept = await first.evaluate(() => localStorage.getItem('token'));
  expect((await asked).headers()['ba-user-token']).toBe(kept);
  await first.getByText('No friends here yet').waitFor();
  await context.close();
});

test('a log-in that hangs ends when another window logs in, and does not affect the new session', async () => {
  const [ada, ben] = [await registerUser(product), await registerUser(product)];
  const context = await openContext(browser);
  const [first, second] = [await context.newPage(), await context.newPage()];
  const logIn = async (page: Page, { username }: { username: string }) => {
    await page.goto(`${product.url}/login?next=/mine/index`);
    await page.getByLabel('Username or email').fill(username);
    await page.getByLabel('Password').fill(newRegistration().password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  const held: Route[] = [];
  await first.route('**/api/user/checkIn', (route) => {
    held.push(route);
  });
  await logIn(first, ada);
  await expect.poll(() => held.length).toBe(1);
  await logIn(second, ben);
  for (const page of [first, second]) await page.getByText(ben.username, { exact: true }).waitFor();
  // the late outcome of the first log-in has no effect
  await held[0]?.abort().catch(() => undefined);
  await tab(second, 'Invite').click();
  await second.getByText('No friends here yet').waitFor();
  expect([pathOf(first), pathOf(second)]).toEqual(['/mine/index', '/invite/index']);
  await context.close();
});

/** The claims queued on this device: each id begins with the id of its window. */
const storedClaims = (page: Page): Promise<{ id: string; itemId: number }[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('clipurse');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
      // only the app creates the database
      opening.onupgradeneeded = () => opening.transaction?.abort();
    }).catch(() => null);
    if (!database) return [];
    const claims = await new Promise<{ id: string; itemId: number }[]>((resolve) => {
      const asking = database.transaction('claims').objectStore('claims').getAll();
      asking.onsuccess = () => resolve(asking.result);
    });
    database.close();
    return claims;
  });

/** Whether each of the two windows has queued a claim, for different clips. */
async function haveBothEarned(page: Page): Promise<boolean> {
  const claims = await storedClaims(page);
  const windows = new Set(claims.map(({ id }) => id.split('-')[0]));
  return windows.size === 2 && new Set(claims.map(({ itemId }) => itemId)).size > 1;
}

test('the claims that two windows have earned offline are all queued, and each is paid once', async () => {
  const { token } = await registerUser(product);
  const context = await loggedIn(browser, token);
  const calls = /\/api\/(video\/record|claim\/send)$/;
  await context.route(calls, (route) => route.abort());
  const pages = [await context.newPage(), await context.newPage()];
  const [first, second] = pages as [Page, Page];
  await Promise.all(pages.map((page) => page.goto(product.url)));
  // the feed restarts when its member is loaded
  await second.getByRole('progressbar', { name: 'Watch reward' }).waitFor();
  await second.getByRole('button', { name: 'Next video' }).click();
  await expect.poll(() => haveBothEarned(first), { timeout: 45_000 }).toBe(true);
  await context.unroute(calls);
  await expect.poll(() => storedClaims(first), { timeout: 30_000 }).toEqual([]);
  const { list } = await ask(product, token, rewardLogs, {});
  const paid = list.filter(({ type }) => type === 'video').map(({ detail }) => detail);
  expect(paid.length).toBeGreaterThanOrEqual(2);
  expect(new Set(paid).size).toBe(paid.length);
  await context.close();
});
