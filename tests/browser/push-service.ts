import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Worker } from 'playwright-core';
import { expect } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import type { WebPushSubscription } from '../../server/domain/push-subscriptions.ts';
import type { Arrival, MockFcm } from '../server/push.support.ts';
import { makeDevice } from '../server/web-push.support.ts';
import { type Google, mockGoogle } from './google.ts';
import { registerUser, registerWelcomed, switchUser } from './people.ts';
import { mockSubscriptions, skipSubscriptions } from './subscriptions.ts';
import { PHONE, type Product, WITH_WORKER } from './support.ts';

const firebase = {
  apiKey: 'AIza-test',
  projectId: 'clips-test',
  appId: '1:1059:web:4d3c',
  messagingSenderId: '1059',
};

/**
 * Writes the service account's file, and returns the environment of a server that sends by FCM.
 * @param folder where the service account's file is put
 */
export function pushSettings(fcm: MockFcm, folder: string): Record<string, string> {
  const account = join(folder, 'account.json');
  writeFileSync(account, JSON.stringify(fcm.serviceAccount));
  return {
    FIREBASE_WEB_CONFIG: JSON.stringify(firebase),
    FIREBASE_VAPID_KEY: 'B'.repeat(87),
    FIREBASE_SERVICE_ACCOUNT: account,
    FCM_BASE_URL: fcm.url,
  };
}

export interface Phone {
  context: BrowserContext;
  page: Page;
  google: Google;
  /** the tokens and endpoints that the page sent to the server, in order */
  told: string[];
  /** the parts of Firebase's library that were fetched */
  library: string[];
}

/** Subscriptions at a push service to which no test sends. */
const APPLE: readonly WebPushSubscription[] = ['first', 'second'].map(
  (name) => makeDevice(`https://web.push.apple.com/${name}`).subscription,
);

/**
 * Opens a phone with a mock of Google's services and the app's service worker, for all tests.
 * @param subscriptions the subscriptions that the browser's own push service gives, in order
 */
export async function openPhone(
  browser: Browser,
  product: Product,
  subscriptions = APPLE,
): Promise<Phone> {
  const context = await browser.newContext({ ...PHONE, ...WITH_WORKER });
  const google = await mockGoogle(context, product.url);
  await mockSubscriptions(context, subscriptions);
  const [told, library]: [string[], string[]] = [[], []];
  context.on('request', (request) => {
    // the import as a script is answered from the browser's cache
    const isImported = request.resourceType() === 'script';
    if (request.url().includes('/assets/firebase-') && !isImported) library.push(request.url());
    if (request.url().endsWith('/updateFcmToken')) told.push(request.postDataJSON().fcm_token);
    if (request.url().endsWith('/updatePushSubscription')) {
      told.push(request.postDataJSON().endpoint);
    }
  });
  const page = await context.newPage();
  await page.goto(`${product.url}/notifications`);
  await workerReady(page);
  return { context, page, google, told, library };
}

/**
 * Hands the phone to a new member, without data of earlier members.
 * @param made how many subscriptions the browser has already given
 */
export async function switchToNewMember(
  product: Product,
  phone: Phone,
  isAllowed: boolean,
  made = 0,
): Promise<UserInfo> {
  const user = await registerUser(product);
  const { context, google, told, library } = phone;
  if (phone.page.isClosed()) phone.page = await context.newPage();
  const { page } = phone;
  await switchUser(product, page, user.token);
  if (isAllowed) await context.grantPermissions(['notifications'], { origin: product.url });
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (const each of await registration.getNotifications()) each.close();
  });
  await skipSubscriptions(page, made);
  for (const list of [google.asked, told, library]) list.length = 0;
  google.token = 'device-1';
  return user;
}

/** The stored token of this phone, and whether the server has it. */
export const storedToken = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem('fcmToken'),
    JSON.parse(localStorage.getItem('fcmTokenFacts') ?? '{}').isSynced,
  ]);

/** The push data that FCM delivers to the phone for a message of the server. */
const delivered = ({ message }: Arrival): string =>
  JSON.stringify({
    from: '1059',
    fcmMessageId: '4d3c',
    notification: { ...message.notification, ...message.webpush.notification },
    data: message.data,
  });

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  showing: Promise<void>;
}

function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker runs');
  return worker;
}

/** Runs in the worker: sets `showing`, a promise that the next notification resolves. */
function watchShowing(): void {
  const scope = globalThis as unknown as WorkerScope;
  const { registration } = scope;
  const show = ServiceWorkerRegistration.prototype.showNotification.bind(registration);
  scope.showing = new Promise((resolve, reject) => {
    setTimeout(reject, 15_000, new Error('the push has shown no notification'));
    registration.showNotification = (...shown) => {
      const showing = show(...shown);
      showing.then(resolve, reject);
      return showing;
    };
  });
}

/**
 * Hands a push message to our service worker, as the browser's push service would.
 * @returns when its notification is shown: if notifications are queried earlier, Chromium drops it
 */
export async function deliver(page: Page, data: string): Promise<void> {
  const worker = workerOf(page.context());
  await worker.evaluate(watchShowing);
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const registrationId = await registered;
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await worker.evaluate(() => (globalThis as unknown as WorkerScope).showing);
  await client.detach();
}

/** Waits until our service worker can receive a message. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

/** The notifications that are shown, the oldest first. */
export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, icon, tag, data }) => ({
      title,
      body,
      icon: new URL(icon).pathname,
      tag,
      link: data.link as string,
    }));
  });

/** Dispatches the click event in the worker, because no test can press a notification. */
export async function pressNotification(context: BrowserContext): Promise<void> {
  await workerOf(context).evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): void;
      NotificationEvent: new (type: string, init: { notification: unknown }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
}

export const allowed = (page: Page) =>
  page.getByRole('heading', { name: 'Notifications are allowed' });

/** Waits until this phone's token is stored on the phone and on the server. */
export const synced = (page: Page, token: string) =>
  expect.poll(() => storedToken(page)).toEqual([token, true]);

/**
 * Registers a friend: the phone must show the push message, and the open page must load the friend.
 * @param received resolves with the push service's message to the phone
 */
export async function expectFriendShown(
  product: Product,
  page: Page,
  user: UserInfo,
  received: () => Promise<{ data: string; tag: unknown }>,
): Promise<void> {
  const records = page.getByRole('region', { name: 'Invite records' });
  await records.getByText('No friends here yet').waitFor();
  const friend = await registerWelcomed(product, user.invite_code);
  const { data, tag } = await received();
  await deliver(page, data);
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: 'A friend joined',
        body: `\u2068${maskName(friend.username)}\u2069 joined with your invitation.`,
        icon: '/pwa-192x192.png',
        tag,
        link: '/invite/index',
      },
    ]);
  await records.getByText(maskName(friend.username)).waitFor();
}

/** The first message that FCM has received, in the form that it delivers to the phone. */
export async function fromFcm(fcm: MockFcm): Promise<{ data: string; tag: unknown }> {
  await fcm.count(1);
  const [arrival] = fcm.arrivals;
  if (!arrival) throw new Error('FCM has received no message');
  expect(arrival.message.token).toBe('device-1');
  return { data: delivered(arrival), tag: arrival.message.data.tag };
}
