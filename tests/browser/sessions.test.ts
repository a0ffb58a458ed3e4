import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { logout } from '../../contract/calls.ts';
import { TOKEN_HEADER } from '../../contract/envelope.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import {
  ask,
  configure,
  expectToasts,
  loggedIn,
  pathOf,
  setPayee,
  setToasts,
  tab,
  welcomed,
} from './people.ts';
import { type Place, places } from './places.ts';
import { fullBrowser as browser, product, setUpProduct } from './product.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, {
    'reward.registration': '10',
    'video.watch_seconds': '1',
    'ad.every_n_videos': '0',
  });
});

interface Visit {
  page: Page;
  user: UserInfo;
  toasts: () => Promise<string[]>;
  /** the ways to /login since the last look */
  arrivals: () => Promise<string[]>;
}

/** Notes every change of the address to the log-in, whoever makes it. */
async function setArrivals(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const arrivals: string[] = [];
    Object.assign(globalThis, { arrivals });
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = history[method];
      history[method] = function (this: History, state, unused, url) {
        if (String(url ?? '').startsWith('/login')) arrivals.push(String(url));
        original.call(this, state, unused, url);
      };
    }
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { arrivals: string[] }).arrivals.splice(0));
}

async function open(): Promise<Visit> {
  const user = await welcomed(product);
  await setPayee(product, user.token);
  const context = await loggedIn(browser, user.token, {
    permissions: ['notifications'],
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const [toasts, arrivals] = [await setToasts(page), await setArrivals(page)];
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  return { page, user, toasts, arrivals };
}

let shared: Visit | undefined;

/** One phone for all that a test does; it shows friends, with nothing to tell. */
async function enter(): Promise<Visit> {
  if (!shared || shared.page.isClosed()) shared = await open();
  const visit = shared;
  await tab(visit.page, 'Invite').click();
  await visit.page.getByText('No friends here yet').waitFor();
  await visit.toasts();
  expect(await visit.arrivals()).toEqual([]);
  return visit;
}

async function logIn(page: Page, { username }: UserInfo): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await page.getByRole('button', { name: 'Log in' }).click();
}

const kept = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo')]);

const saidOnce = ['Your session has ended. Please log in again.'];

/** Seen from the outside the end of a session is always the same; then in again, and back. */
async function expectEnd(
  { page, user, toasts, arrivals }: Visit,
  path: string,
  name: string = path,
): Promise<void> {
  await page.getByLabel('Username or email').waitFor();
  await expect.poll(() => kept(page)).toEqual([null, null]);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await logIn(page, user);
  await page.getByRole('button', { name: 'Log in' }).waitFor({ state: 'detached' });
  await expect.poll(() => pathOf(page)).toBe(path);
  // a reward that was kept when the session ended may be paid by now
  const withoutRewards = async () => (await toasts()).filter((text) => !text.endsWith(' earned'));
  await expectToasts(withoutRewards, saidOnce);
  expect({ name, arrivals: await arrivals() }).toEqual({
    name,
    arrivals: [path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`],
  });
}

/**
 * From now on a place's calls are answered with `code`, if they are made there and with this token:
 * a screen that was left may still ask the same.
 */
const endSession = (
  page: Page,
  { call, path }: Pick<Place, 'call' | 'path'>,
  code: number,
  token: string | null,
) =>
  page.route(call, (route) => {
    const { referer = '', [TOKEN_HEADER]: sent } = route.request().headers();
    const isMadeHere = sent === token && new URL(referer).pathname === path;
    return isMadeHere
      ? route.fulfill({ json: { code, msg: 'over', data: null } })
      : route.continue();
  });

const CODES = [401, 409, 303];

test('ended by any code in the middle of each screen: once to log in, and back', async () => {
  const visit = await enter();
  const { page } = visit;
  for (const [at, place] of places.entries()) {
    const code = CODES[at % CODES.length] ?? 0;
    // the feed is where nobody is asked to arrive
    if (place.path === '/') await tab(page, 'Short video').click();
    await place.arrive(page);
    const [token = null] = await kept(page);
    await endSession(page, place, code, token);
    await place.press(page);
    await expectEnd(visit, place.path, `${code} in ${place.name}`);
    await page.unroute(place.call);
    if (place.name !== 'the confirmation of a withdrawal') continue;
    // under an open dialog too: its screen is in the history once
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/invite/index');
  }
}, 120_000);

test('ended by a logout elsewhere, by the operator, and by a new beginning for all', async () => {
  // on a phone that has earned nothing: a claim could be the first to tell the end
  await shared?.page.context().close();
  await configure(product, { 'video.watch_seconds': '600' });
  const visit = await enter();
  const { page, user } = visit;
  const [token = null] = await kept(page);
  const waysToEnd = [
    () => ask(product, token, logout, {}),
    () => product.operator('users', 'block', user.username),
    () => configure(product, { 'session.not_before': new Date().toISOString() }),
  ];
  for (const end of waysToEnd) {
    await end();
    await tab(page, 'Mine').click();
    await page.getByLabel('Username or email').waitFor();
    // a blocked account could not log in again
    await product.operator('users', 'unblock', user.username);
    await expectEnd(visit, '/mine/index');
    await page.goBack();
    // the log-in took the place of the screen that it led back to
    await expect.poll(() => pathOf(page)).toBe('/invite/index');
    // no call of this screen is left that could be the first to tell the next end
    await page.getByText('No friends here yet').waitFor();
  }
});

test('the end of an older session, told after a new log-in, does not end the new one', async () => {
  const visit = await enter();
  const { page, toasts, arrivals } = visit;
  const [old = null] = await kept(page);
  await page.evaluate(() => {
    // as when leaving comes too late to stop an answer that is on its way
    AbortSignal.any = (signals) => [...signals].at(-1) as AbortSignal;
  });
  let notifyEnd = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    notifyEnd = resolve;
  });
  const isOld = (route: Route) => route.request().headers()[TOKEN_HEADER] === old;
  const ended = { json: { code: 401, msg: 'over', data: null } };
  await page.route('**/api/user/info?*', async (route) => {
    if (!isOld(route)) return route.continue();
    await told;
    await route.fulfill(ended);
  });
  await endSession(page, { call: '**/api/user/rewardLogs*', path: '/mine/index' }, 401, old);
  await tab(page, 'Mine').click();
  await expectEnd(visit, '/mine/index');
  const late = page.waitForEvent('requestfinished', (request) => request.url().includes('/info?'));
  notifyEnd();
  await late;
  // an answer of the new session shows that the one of the old has been heard
  await tab(page, 'Invite').click();
  await page.getByText('No friends here yet').waitFor();
  expect({ path: pathOf(page), toasts: await toasts(), arrivals: await arrivals() }).toEqual({
    path: '/invite/index',
    toasts: [],
    arrivals: [],
  });
});
