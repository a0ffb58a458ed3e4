import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import { CERTIFICATE } from '../server/certificate.ts';
import {
  makeDevice,
  type PushService,
  startPushService,
  type TestDevice,
} from '../server/web-push.support.ts';
import { registerUser, registerWelcomed } from './people.ts';
import {
  allowed,
  expectFriendShown,
  openPhone,
  type Phone,
  storedToken,
  switchToNewMember,
  synced,
} from './push-service.ts';
import { change } from './states.ts';
import { endSubscription } from './subscriptions.ts';
import { connectFullBrowser, type Product, startProduct } from './support.ts';

let product: Product;
let browser: Browser;
let service: PushService;
let phone: Phone;

const ELSEWHERE = 'https://push.evil.example/phone';
/** The number of subscriptions reserved for each test. */
const EACH = 3;
let devices: TestDevice[];
let made = 0;

beforeAll(async () => {
  service = await startPushService();
  [product, browser] = await Promise.all([
    startProduct({ WEB_PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: CERTIFICATE }),
    connectFullBrowser(),
  ]);
  const endpoints = Array.from({ length: 20 * EACH }, (_, index) => `${service.url}/${index}`);
  devices = [...endpoints, ELSEWHERE].map(makeDevice);
  const subscriptions = devices.map(({ subscription }) => subscription);
  phone = await openPhone(browser, product, subscriptions);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await service?.close();
});

/** Hands the phone to a new member; its browser gives the next three subscriptions, in order. */
async function open(path = '/notifications', isAllowed = false) {
  const own = devices.slice(made, made + EACH);
  const user = await switchToNewMember(product, phone, isAllowed, made);
  made += EACH;
  await phone.page.goto(product.url + path);
  const [first = '', second = '', third = ''] = own.map(
    ({ subscription }) => subscription.endpoint,
  );
  /** the decrypted messages to the first subscription */
  const received = () =>
    service.deliveries
      .filter((each) => service.url + each.path === first)
      .map(({ body }) => own[0]?.decrypt(body) ?? '');
  return { ...phone, user, first, second, third, received };
}

test('without Firebase a message arrives by the browser’s own push service, and no Google code is loaded', async () => {
  const { context, page, google, user, told, library, first, received } = await open();
  await page.getByText('A friend joins with your invitation.').waitFor();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await allowed(page).waitFor();
  await synced(page, first);
  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  await expectFriendShown(product, page, user, async () => {
    await vi.waitFor(() => expect(received()).toHaveLength(1), 30_000);
    const [data = ''] = received();
    return { data, tag: JSON.parse(data).notification.tag };
  });
  expect({ told, asked: google.asked, library }).toEqual({ told: [first], asked: [], library: [] });
});

test('a subscription survives a reload and is sent again in the next session, another member’s too', async () => {
  const { page, user, told, first, received } = await open('/mine/index', true);
  await synced(page, first);
  await page.reload();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Username or email').waitFor();
  await expect.poll(() => storedToken(page)).toEqual([first, false]);
  // nobody is logged in: this phone gets no message for the account
  await registerWelcomed(product, user.invite_code);
  const other = await registerUser(product);
  await page.getByLabel('Username or email').fill(other.username);
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await synced(page, first);
  expect(told).toEqual([first, first]);
  const { username } = await registerWelcomed(product, other.invite_code);
  await vi.waitFor(() => expect(received()).toHaveLength(1), 30_000);
  expect(received()[0]).toContain(maskName(username));
});

test('a log-out that does not reach the server ends the subscription for all windows', async () => {
  const { context, page, told, first, second } = await open('/mine/index', true);
  await synced(page, first);
  const other = await context.newPage();
  await other.goto(`${product.url}/mine/index`);
  // `synced` reads storage that the windows share: it does not prove that this window has started
  await other.getByRole('button', { name: 'Log out' }).waitFor();
  await synced(other, first);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Username or email').waitFor();
  const subscription = (window: Page) =>
    window.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.pushManager.getSubscription())?.endpoint ?? null;
    });
  await expect.poll(() => subscription(page)).toBeNull();
  await expect.poll(() => storedToken(page)).toEqual([null, undefined]);
  // if two windows subscribe at once, a browser makes one subscription; the mock may make two
  await page.close();
  await context.setOffline(false);
  // the other window had stored the ended subscription
  await other.getByLabel('Username or email').fill((await registerUser(product)).username);
  await other.getByLabel('Password').fill('a-long-engine-1843');
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  await synced(other, second);
  expect([told, await subscription(other)]).toEqual([[first, second], second]);
  await other.close();
});

test('a new key of the server leads to a new subscription', async () => {
  const { page, told, first, second } = await open('/mine/index', true);
  await synced(page, first);
  const { subscription } = makeDevice('https://another.example/server');
  const web_push = { vapid_key: subscription.p256dh };
  await change(page, 'user/getAppConfig', (config) => ({ ...config, web_push }));
  await page.reload();
  await synced(page, second);
  expect(told).toEqual([first, second]);
});

test('a subscription that the browser has ended is replaced at the browser’s event, or when a page opens', async () => {
  const { context, page, told, first, second, third } = await open('/mine/index', true);
  await synced(page, first);
  await endSubscription(page);
  await context.serviceWorkers()[0]?.evaluate(() => {
    const scope = globalThis as unknown as {
      dispatchEvent(event: Event): void;
      ExtendableEvent: new (type: string) => Event;
    };
    scope.dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'));
  });
  await synced(page, second);
  await endSubscription(page);
  await page.reload();
  await synced(page, third);
  expect(told).toEqual([first, second, third]);
});

test('a revoked permission deletes the subscription on this phone', async () => {
  const { context, page, first } = await open('/mine/index', true);
  await synced(page, first);
  await context.clearPermissions();
  await page.reload();
  await expect.poll(() => storedToken(page)).toEqual([null, undefined]);
});

test('a failed subscription can be tried again', async () => {
  const { context, page, first } = await open();
  await page.evaluate(() => {
    const { subscribe } = PushManager.prototype;
    PushManager.prototype.subscribe = async () => {
      PushManager.prototype.subscribe = subscribe;
      throw new DOMException('Registration failed - push service error', 'AbortError');
    };
  });
  await context.grantPermissions(['notifications'], { origin: product.url });
  await page.getByRole('heading', { name: 'This device could not be reached' }).waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await allowed(page).waitFor();
  await synced(page, first);
});

test('a member whose push service the server does not know reads that the device cannot be reached', async () => {
  const { context, page } = phone;
  await switchToNewMember(product, phone, false, devices.length - 1);
  await page.goto(`${product.url}/notifications`);
  await context.grantPermissions(['notifications'], { origin: product.url });
  await page.getByRole('heading', { name: 'This device could not be reached' }).waitFor();
  await expect.poll(() => storedToken(page)).toEqual([ELSEWHERE, false]);
});
