import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import type { WebPushSubscription } from '../../server/domain/push-subscriptions.ts';
import type { Arrival, StandIn } from '../server/push.support.ts';
import { makeDevice } from '../server/web-push.support.ts';
import { loggedIn, registerUser, welcomed } from './people.ts';
import { standInForSubscriptions } from './subscriptions.ts';
import { type Product, WITH_WORKER } from './support.ts';

const firebase = {
  apiKey: 'AIza-test',
  projectId: 'clips-test',
  appId: '1:1059:web:4d3c',
  messagingSenderId: '1059',
};

/**
 * The environment of a server on which push is set up.
 * @param folder where the service account's file is put
 */
export function pushSettings(fcm: StandIn, folder: string): Record<string, string> {
  const account = join(folder, 'account.json');
  writeFileSync(account, JSON.stringify(fcm.serviceAccount));
  return {
    FIREBASE_WEB_CONFIG: JSON.stringify(firebase),
    FIREBASE_VAPID_KEY: 'B'.repeat(87),
    FIREBASE_SERVICE_ACCOUNT: account,
    FCM_BASE_URL: fcm.url,
  };
}

/** What the app asks Google for, and what Google is made to answer. */
interface Google {
  /** every request, in the order they came */
  readonly asked: { method: string; path: string }[];
  /** the next token that FCM gives out; null: it gives none */
  token: string | null;
}

const json = (body: object) => ({
  contentType: 'application/json',
  headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
  body: JSON.stringify(body),
});

/**
 * Stands in for Google on one phone: Firebase's two services. All else beyond the app's own server
 * is cut off.
 */
async function standInForGoogle(context: BrowserContext, own: string): Promise<Google> {
  const google: Google = { asked: [], token: 'device-1' };
  await context.route(
    (url) => url.origin !== own,
    (route) => {
      const url = new URL(route.request().url());
      google.asked.push({ method: route.request().method(), path: url.host + url.pathname });
      if (url.host === 'firebaseinstallations.googleapis.com') {
        const authToken = { token: 'header.payload.signature', expiresIn: '604800s' };
        const fid = 'cdefghijklmnopqrstuvwx';
        return route.fulfill(json({ fid, refreshToken: 'refresh', authToken }));
      }
      if (url.host !== 'fcmregistrations.googleapis.com') return route.abort();
      const { token } = google;
      return route.fulfill(json(token ? { token } : { error: { message: 'no longer' } }));
    },
  );
  return google;
}

export interface Phone {
  context: BrowserContext;
  page: Page;
  google: Google;
  user: UserInfo;
  /** the tokens and endpoints that the server was told, in their order */
  told: string[];
  /** the parts of Firebase's library that were fetched */
  library: string[];
}

/** At a push service that no test sends to. */
const APPLE: readonly WebPushSubscription[] = ['first', 'second'].map(
  (name) => makeDevice(`https://web.push.apple.com/${name}`).subscription,
);

/**
 * The phone of somebody new, without Google.
 * @param subscriptions what the browser's own push service gives, one after the other
 */
export async function openPhone(
  product: Product,
  browser: Browser,
  path: string,
  isAllowed: boolean,
  subscriptions = APPLE,
): Promise<Phone> {
  const user = await registerUser(product);
  const context = await loggedIn(browser, user.token, WITH_WORKER);
  if (isAllowed) await context.grantPermissions(['notifications'], { origin: product.url });
  const google = await standInForGoogle(context, product.url);
  await standInForSubscriptions(context, subscriptions);
  const [told, library]: [string[], string[]] = [[], []];
  context.on('request', (request) => {
    if (request.url().includes('/assets/firebase-')) library.push(request.url());
    if (request.url().endsWith('/updateFcmToken')) told.push(request.postDataJSON().fcm_token);
    if (request.url().endsWith('/updatePushSubscription')) {
      told.push(request.postDataJSON().endpoint);
    }
  });
  const page = await context.newPage();
  await page.goto(product.url + path);
  return { context, page, google, user, told, library };
}

/** What the phone keeps of its token: the token, and whether the server has it. */
export const keptToken = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem('fcmToken'),
    JSON.parse(localStorage.getItem('fcmTokenFacts') ?? '{}').isSynced,
  ]);

/** What FCM makes of a message that the server has sent. */
const delivered = ({ message }: Arrival): string =>
  JSON.stringify({
    from: '1059',
    fcmMessageId: '4d3c',
    notification: { ...message.notification, ...message.webpush.notification },
    data: message.data,
  });

/** Hands a push message to our service worker, as the browser's push service would. */
export async function deliver(page: Page, data: string): Promise<void> {
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
  await client.detach();
}

/** Waits until our service worker could be told of a message. */
export const workerReady = (page: Page) =>
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

/** A finger on the notification, which no test can put there: the worker is told of it. */
export async function pressNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker runs');
  await worker.evaluate(async () => {
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

/** Waits until this phone's token is kept and the server knows it. */
export const synced = (page: Page, token: string) =>
  expect.poll(() => keptToken(page)).toEqual([token, true]);

/**
 * A friend joins: the phone is told, shows it, and the page that is open follows.
 * @param received what the push service hands to the phone, once it has come
 */
export async function expectFriendShown(
  product: Product,
  page: Page,
  user: UserInfo,
  received: () => Promise<{ data: string; tag: unknown }>,
): Promise<void> {
  const records = page.getByRole('region', { name: 'Invite records' });
  await records.getByText('No friends here yet').waitFor();
  const friend = await welcomed(product, user.invite_code);
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

/** The first message that has come to FCM, as it hands it to the phone. */
export async function fromFcm(fcm: StandIn): Promise<{ data: string; tag: unknown }> {
  await fcm.count(1);
  const [arrival] = fcm.arrivals;
  if (!arrival) throw new Error('nothing came to FCM');
  expect(arrival.message.token).toBe('device-1');
  return { data: delivered(arrival), tag: arrival.message.data.tag };
}
