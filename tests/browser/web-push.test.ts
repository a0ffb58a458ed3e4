import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import {
  CERTIFICATE,
  makeDevice,
  type PushService,
  startPushService,
} from '../server/web-push.support.ts';
import { registerUser, welcomed } from './people.ts';
import {
  allowed,
  deliver,
  expectFriendShown,
  keptToken,
  openPhone,
  shown,
  synced,
  workerReady,
} from './push-service.ts';
import { change } from './states.ts';
import { endSubscription } from './subscriptions.ts';
import { connectBrowser, type Product, startProduct } from './support.ts';

let product: Product;
let browser: Browser;
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
  [product, browser] = await Promise.all([
    startProduct({ WEB_PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: CERTIFICATE }),
    connectBrowser(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await service?.close();
});

let phones = 0;

/** Somebody's phone, whose browser gives two subscriptions, one after the other. */
async function open(path = '/notifications', isAllowed = false) {
  phones += 1;
  const devices = ['first', 'second'].map((name) => makeDevice(`${service.url}/${phones}/${name}`));
  const subscriptions = devices.map(({ subscription }) => subscription);
  const phone = await openPhone(product, browser, path, isAllowed, subscriptions);
  const [first = '', second = ''] = subscriptions.map(({ endpoint }) => endpoint);
  /** the messages that came for the subscription, as the browser reads them */
  const received = (index: number) =>
    service.deliveries
      .filter((each) => service.url + each.path === subscriptions[index]?.endpoint)
      .map(({ body }) => devices[index]?.decrypt(body) ?? '');
  return { ...phone, first, second, received };
}

test('without Firebase a message comes by the browser’s own push service, and nothing of Google is loaded', async () => {
  const { context, page, google, user, told, library, first, received } = await open();
  await page.getByText('A friend joins with your invitation.').waitFor();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await allowed(page).waitFor();
  await synced(page, first);
  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  await expectFriendShown(product, page, user, async () => {
    await vi.waitFor(() => expect(received(0)).toHaveLength(1), 10_000);
    const [data = ''] = received(0);
    return { data, tag: JSON.parse(data).notification.tag };
  });
  expect({ told, asked: google.asked, library }).toEqual({ told: [first], asked: [], library: [] });
  await context.close();
});

test('a subscription is kept over a reload and told again to the next session, another person’s too', async () => {
  const { context, page, user, told, first, received } = await open('/mine/index', true);
  await synced(page, first);
  await page.reload();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Username or email').waitFor();
  expect(await keptToken(page)).toEqual([first, false]);
  // nobody is logged in: what happens to the account is not this phone's
  await welcomed(product, user.invite_code);
  const other = await registerUser(product);
  await page.getByLabel('Username or email').fill(other.username);
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await synced(page, first);
  expect(told).toEqual([first, first]);
  const { username } = await welcomed(product, other.invite_code);
  await vi.waitFor(() => expect(received(0)).toHaveLength(1), 10_000);
  expect(received(0)[0]).toContain(maskName(username));
  await context.close();
});

test('another key of the server brings another subscription', async () => {
  const { context, page, told, first, second } = await open('/mine/index', true);
  await synced(page, first);
  const { subscription } = makeDevice('https://another.example/server');
  const web_push = { vapid_key: subscription.p256dh };
  await change(page, 'user/getAppConfig', (config) => ({ ...config, web_push }));
  await page.reload();
  await synced(page, second);
  expect(told).toEqual([first, second]);
  await context.close();
});

test('a subscription that the browser has ended is replaced, seen at once or by the next page', async () => {
  const { context, page, told, first, second } = await open('/mine/index', true);
  await synced(page, first);
  await workerReady(page);
  await endSubscription(page);
  await context.serviceWorkers()[0]?.evaluate(() => {
    const scope = globalThis as unknown as {
      dispatchEvent(event: Event): void;
      ExtendableEvent: new (type: string) => Event;
    };
    scope.dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'));
  });
  await synced(page, second);
  expect(told).toEqual([first, second]);
  await context.close();

  const next = await open('/mine/index', true);
  await synced(next.page, next.first);
  await endSubscription(next.page);
  await next.page.reload();
  await synced(next.page, next.second);
  await next.context.close();
});

test('a permission that is taken back forgets the subscription on this phone', async () => {
  const { context, page, first } = await open('/mine/index', true);
  await synced(page, first);
  await context.clearPermissions();
  await page.reload();
  await expect.poll(() => keptToken(page)).toEqual([null, undefined]);
  await context.close();
});

test('a browser that gives no subscription leaves a way to try again', async () => {
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
  await context.close();
});

test('a browser whose push service the server does not know is told so', async () => {
  const elsewhere = makeDevice('https://push.evil.example/phone').subscription;
  const phone = await openPhone(product, browser, '/notifications', false, [elsewhere]);
  await phone.context.grantPermissions(['notifications'], { origin: product.url });
  await phone.page.getByRole('heading', { name: 'This device could not be reached' }).waitFor();
  expect(await keptToken(phone.page)).toEqual([elsewhere.endpoint, false]);
  await phone.context.close();
});

test('a declarative message is shown by our worker where the browser does not, a broken one plainly', async () => {
  const { context, page } = await open('/login', true);
  await workerReady(page);
  const notification = {
    title: 'Withdrawal paid',
    body: 'Your withdrawal of 2.00 has been paid out.',
    tag: 'withdrawal-1',
    navigate: `${product.url}/withdraw/index`,
    data: { kind: 'withdrawal_paid' },
  };
  await deliver(page, JSON.stringify({ web_push: 8030, notification }));
  const icon = '/pwa-192x192.png';
  const { title, body, tag } = notification;
  await expect
    .poll(() => shown(page))
    .toEqual([{ title, body, icon, tag, link: '/withdraw/index' }]);
  await deliver(page, JSON.stringify({ web_push: 8030, notification: { navigate: 7, data: [] } }));
  await expect
    .poll(() => shown(page))
    .toContainEqual({ title: 'Clipurse', body: '', icon, tag: '', link: '/' });
  await context.close();
});
