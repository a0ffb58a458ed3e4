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
  recordToasts,
  registerWelcomed,
  setPayee,
  tab,
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
  /** the navigations to /login since the last call */
  arrivals: () => Promise<string[]>;
}

/** Records every history entry for the log-in, from any code of the page. */
async function recordArrivals(page: Page): Promise<() => Promise<string[]>> {
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
  const user = await registerWelcomed(product);
  await setPayee(product, user.token);
  const context = await loggedIn(browser, user.token, {
    permissions: ['notifications'],
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const [toasts, arrivals] = [await recordToasts(page), await recordArrivals(page)];
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  return { page, user, toasts, arrivals };
}

let shared: Visit | undefined;

/** Opens Invite, without friends, on one phone that all tests share. */
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

/** Asserts the visible effects of a session's end, the same for each cause; then logs in again. */
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
  // a claim that was queued when the session ended may be paid by now
  const withoutRewards = async () => (await toasts()).filter((text) => !text.endsWith(' earned'));
  await expectToasts(withoutRewards, saidOnce);
  expect({ name, arrivals: await arrivals() }).toEqual({
    name,
    arrivals: [path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`],
  });
}

/**
 * Answers a place's calls with `code`, if they are made on its path and with this token: a screen
 * that was left may still make the same call.
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

test('a session that any answer code ends on any screen leads to the log-in once, and back to the screen', async () => {
  const visit = await enter();
  const { page } = visit;
  for (const [at, place] of places.entries()) {
    const code = CODES[at % CODES.length] ?? 0;
    // `arrive` does not open the feed
    if (place.path === '/') await tab(page, 'Short video').click();
    await place.arrive(page);
    const [token = null] = await kept(page);
    await endSession(page, place, code, token);
    await place.press(page);
    await expectEnd(visit, place.path, `${code} in ${place.name}`);
    await page.unroute(place.call);
    if (place.name !== 'the confirmation of a withdrawal') continue;
    // the screen is in the history once, also if a dialog was open
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/invite/index');
  }
}, 120_000);

test('a session ends by a log-out elsewhere, by a block, and when the operator ends all sessions', async () => {
  // on a phone without claims: a claim's call could be the first to report the end
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
    // the history has no entry of the log-in between the two screens
    await expect.poll(() => pathOf(page)).toBe('/invite/index');
    // no call of this screen is pending that could be the first to report the next end
    await page.getByText('No friends here yet').waitFor();
  }
});

test('the end of an older session, reported after a new log-in, does not end the new session', async () => {
  const visit = await enter();
  const { page, toasts, arrivals } = visit;
  const [old = null] = await kept(page);
  await page.evaluate(() => {
    // as if the screen were left too late to abort the pending call
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
  // after an answer in the new session, the old session's answer has been handled
  await tab(page, 'Invite').click();
  await page.getByText('No friends here yet').waitFor();
  expect({ path: pathOf(page), toasts: await toasts(), arrivals: await arrivals() }).toEqual({
    path: '/invite/index',
    toasts: [],
    arrivals: [],
  });
});
