import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MockFcm, startMockFcm } from '../server/push.support.ts';
import { makeDevice } from '../server/web-push.support.ts';
import { configureForTest, pathOf, recordToasts, setPayee, waitForToasts } from './people.ts';
import {
  allowed,
  deliver,
  expectFriendShown,
  fromFcm,
  openPhone,
  type Phone,
  pressNotification,
  pushSettings,
  shown,
  storedToken,
  switchToNewMember,
  synced,
} from './push-service.ts';
import { change } from './states.ts';
import { connectFullBrowser, type Product, startProduct } from './support.ts';

const CONFIG = 'user/getAppConfig';
const NOT_THE_APP = '/robots.txt';
let product: Product;
let browser: Browser;
let fcm: MockFcm;
let phone: Phone;
const folder = mkdtempSync(join(tmpdir(), 'clipurse-push-'));

beforeAll(async () => {
  fcm = await startMockFcm();
  [product, browser] = await Promise.all([
    startProduct(pushSettings(fcm, folder)),
    connectFullBrowser(),
  ]);
  phone = await openPhone(browser, product);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await fcm?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Hands the phone to a new member, and opens a path unless it is `NOT_THE_APP`. */
async function open(path = '/notifications', isAllowed = false) {
  const user = await switchToNewMember(product, phone, isAllowed);
  if (path !== NOT_THE_APP) await phone.page.goto(product.url + path);
  return { ...phone, user };
}

test('after the permission a message is shown, updates the page, and opens its screen when pressed', async () => {
  const { context, page, google, user, told, library } = await open();
  await page.getByRole('button', { name: 'Enable notifications' }).waitFor();
  await page.getByText('A friend joins with your invitation.').waitFor();
  expect([await page.title(), google.asked, library]).toEqual(['Notifications | Clipurse', [], []]);
  // the page notices a permission given in the browser's settings
  await context.grantPermissions(['notifications'], { origin: product.url });
  await allowed(page).waitFor();
  await synced(page, 'device-1');
  expect({ told, fetched: library.length }).toEqual({ told: ['device-1'], fetched: 1 });
  expect(google.asked).toEqual([
    {
      method: 'POST',
      path: 'firebaseinstallations.googleapis.com/v1/projects/clips-test/installations',
    },
    {
      method: 'POST',
      path: 'fcmregistrations.googleapis.com/v1/projects/clips-test/registrations',
    },
  ]);

  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  await expectFriendShown(product, page, user, () => fromFcm(fcm));
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await pressNotification(context);
  await page.waitForURL(`${product.url}/invite/index`);
  await expect.poll(() => shown(page)).toEqual([]);
  // Back returns to the screen on which the notification was pressed
  await page.goBack();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  expect(pathOf(page)).toBe('/mine/index');
});

test('a notification pressed over an open dialog opens another screen; Back returns to the dialog’s screen', async () => {
  const { context, page } = await open('/tasks/index', true);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await deliver(page, JSON.stringify({ data: { kind: 'friend_joined', link: '/invite/index' } }));
  await expect.poll(async () => (await shown(page)).length).toBe(1);
  await pressNotification(context);
  await page.waitForURL(`${product.url}/invite/index`);
  await page.getByRole('radio', { name: 'Level 1' }).check();
  await page.goBack();
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
  expect([pathOf(page), await page.locator('dialog').count()]).toEqual(['/tasks/index', 0]);
});

test('a token survives a reload, and is sent again in the next session, without a call to Google', async () => {
  const { page, google, user, told, library } = await open('/mine/index', true);
  await synced(page, 'device-1');
  const before = { asked: google.asked.length, fetched: library.length };
  await page.reload();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Username or email').fill(user.username);
  await expect.poll(() => storedToken(page)).toEqual(['device-1', false]);
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await synced(page, 'device-1');
  const now = { asked: google.asked.length, fetched: library.length };
  expect({ told, ...now }).toEqual({ told: ['device-1', 'device-1'], ...before });
});

test('a log-out that does not reach the server deletes the token, and the next session sends a new token', async () => {
  const { context, page, google, user, told } = await open('/mine/index', true);
  await synced(page, 'device-1');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Username or email').fill(user.username);
  await expect.poll(() => storedToken(page)).toEqual([null, undefined]);
  await context.setOffline(false);
  google.token = 'device-2';
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await synced(page, 'device-2');
  expect(told).toEqual(['device-1', 'device-2']);
});

test('a token that FCM refuses can be requested again', async () => {
  const { context, page, google, told } = await open();
  google.token = null;
  await context.grantPermissions(['notifications'], { origin: product.url });
  await page.getByRole('heading', { name: 'This device could not be reached' }).waitFor();
  expect([told, await storedToken(page)]).toEqual([[], [null, undefined]]);
  google.token = 'device-2';
  await page.getByRole('button', { name: 'Retry' }).click();
  await allowed(page).waitFor();
  // the text that replaced the button has the focus
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Notifications are allowed',
  );
  await synced(page, 'device-2');
});

test('without push on the server no notification is promised, and no request goes to another host', async () => {
  const { page, google, told, library } = await open(NOT_THE_APP, true);
  await change(page, CONFIG, (config) => ({ ...config, push: null, web_push: null }));
  await page.goto(`${product.url}/notifications`);
  await page.getByRole('heading', { name: 'Nothing is sent yet' }).waitFor();
  await allowed(page).waitFor();
  await page.waitForLoadState('networkidle');
  expect({ asked: google.asked, told, library }).toEqual({ asked: [], told: [], library: [] });
});

test('a raised daily limit is shown on the open page', async () => {
  const { context, page } = await open('/tasks/index');
  const progress = page.getByRole('progressbar', { name: 'Paid videos' });
  await expect.poll(() => progress.getAttribute('aria-valuetext')).toBe('0 of 20');
  await configureForTest(product, { 'video.daily_limit': '30' });
  await context.grantPermissions(['notifications'], { origin: product.url });
  await deliver(page, JSON.stringify({ data: { kind: 'daily_limit', link: '/' } }));
  await expect.poll(() => progress.getAttribute('aria-valuetext')).toBe('0 of 30');
});

test('a withdrawal that needs notifications leads to their page, and goes on once they are allowed', async () => {
  await configureForTest(product, { 'withdraw.notification_required': 'true' });
  const { context, page, user } = await open(NOT_THE_APP);
  await setPayee(product, user.token);
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByRole('link', { name: 'Enable notifications' }).click();
  await page.getByRole('heading', { name: 'Notifications are off' }).waitFor();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await allowed(page).waitFor();
  await page.goBack();
  await page.getByLabel('Amount').waitFor();
});

test('a pressed notification opens its link also in a page of this origin without the app', async () => {
  const { context, page } = await open(NOT_THE_APP, true);
  await deliver(page, JSON.stringify({ data: { link: '/tasks/index' } }));
  await expect.poll(async () => (await shown(page)).length).toBe(1);
  await pressNotification(context);
  await page.waitForURL(`${product.url}/tasks/index`);
});

test('a phone with web push changes to FCM when the operator sets it up, and has one registration', async () => {
  const { page, google, told } = await open(NOT_THE_APP, true);
  const byWebPush = { push: null, web_push: { vapid_key: makeDevice('').subscription.p256dh } };
  await change(page, CONFIG, (config) => ({ ...config, ...byWebPush }));
  await page.goto(`${product.url}/mine/index`);
  await synced(page, 'https://web.push.apple.com/first');
  expect(google.asked).toEqual([]);
  await page.unrouteAll();
  await page.reload();
  await synced(page, 'device-1');
  expect(told).toEqual(['https://web.push.apple.com/first', 'device-1']);
});

test('any push is shown, a malformed push with a default text; a press opens a page if none is open', async () => {
  const { context, page } = await open(NOT_THE_APP, true);
  await deliver(page, 'not JSON at all');
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Clipurse', body: '', icon: '/pwa-192x192.png', tag: '', link: '/' }]);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as { clients: object; opened: string[] };
    scope.opened = [];
    Object.assign(scope.clients, { openWindow: async (link: string) => scope.opened.push(link) });
  });
  await page.close();
  await pressNotification(context);
  const opened = () =>
    worker?.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await expect.poll(opened).toEqual(['/']);
});

// this test is last, because the browser stores a denied permission for all later members
test('a denied permission is reported with the four steps, and no token is requested', async () => {
  // a headless browser denies the permission by itself
  const { page, google, told, library } = await open(NOT_THE_APP);
  const toasts = await recordToasts(page);
  await page.goto(`${product.url}/notifications`);
  await page.evaluate(() => {
    const ask = Notification.requestPermission;
    Notification.requestPermission = async () => {
      Notification.requestPermission = ask;
      throw new TypeError('only after a touch');
    };
  });
  await page.getByRole('button', { name: 'Enable notifications' }).click();
  await waitForToasts(toasts, 'Something went wrong with notifications.');
  await page.getByRole('button', { name: 'Enable notifications' }).click();
  await waitForToasts(toasts, 'Notifications were not allowed.');
  await page.getByRole('heading', { name: 'Notifications are blocked' }).waitFor();
  expect(await page.locator('.guide > li').allInnerTexts()).toEqual([
    expect.stringContaining('lock icon'),
    expect.stringContaining('Find “Notifications”'),
    expect.stringContaining('“Allow”'),
    expect.stringContaining('Refresh'),
  ]);
  expect({ asked: google.asked, told, library }).toEqual({ asked: [], told: [], library: [] });
});
