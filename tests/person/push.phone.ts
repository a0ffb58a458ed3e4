import type { Page } from 'playwright-core';
import type { Permission } from '../../machines/push/model.ts';
import type { WorkerMessage } from '../../src/ports/push-message.ts';

/** Where a browser is reached, and what messages to it are encrypted with. */
export interface Address {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** What a phone is before the page is opened. */
export interface Phone {
  permission: Permission;
  isApple: boolean;
  /** what the app and the browser have kept of an earlier visit */
  kept: { address: Address; key: string; fetchedAtMs: number; isSynced: boolean } | null;
}

interface Held<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (why: Error) => void;
}
/** What the functions below share in the page. */
interface Pushed {
  permission: string;
  status: EventTarget;
  /** the question that was asked */
  question: Held<string> | null;
  subscription: object | null;
  /** what the browser says of the subscription that it has */
  listens: Held<void>;
  /** the subscription that is wanted, and for which key */
  wanted: (Held<object> & { key: string }) | null;
  /** of an address and the key that it is for */
  subscribed: (address: Address, key: string) => object;
}
type Prepared = typeof globalThis & { pushed: Pushed };

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.5 Mobile/15E148 Safari/604.1';

/**
 * Stands in for the parts of a browser that no test has a hand on, or that a browser without a
 * service worker lacks: the permission with its question, and the push service.
 */
export async function standIn(page: Page, { permission, isApple, kept }: Phone): Promise<void> {
  await page.addInitScript(prepareService, kept);
  await page.addInitScript(preparePermission, permission);
  if (isApple) {
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
    }, IPHONE);
  }
}

/** Runs in the page. */
function prepareService(kept: Phone['kept']): void {
  const bytes = (key: string) =>
    Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
  const pushed: Pushed = {
    permission: '',
    status: new EventTarget(),
    question: null,
    subscription: null,
    listens: Promise.withResolvers<void>(),
    wanted: null,
    subscribed: ({ endpoint, keys }, key) => ({
      endpoint,
      options: { applicationServerKey: bytes(key).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        pushed.subscription = null;
        return true;
      },
    }),
  };
  Object.assign(globalThis, { pushed });
  if (kept) {
    const { address, key, fetchedAtMs, isSynced } = kept;
    pushed.subscription = pushed.subscribed(address, key);
    localStorage.setItem('fcmToken', address.endpoint);
    localStorage.setItem('fcmTokenFacts', JSON.stringify({ ...address, fetchedAtMs, isSynced }));
  } else pushed.listens.resolve();
  const pushManager = {
    getSubscription: async () => {
      await pushed.listens.promise;
      return pushed.subscription;
    },
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      // also what it has: so that it is seen to be waited for
      pushed.wanted = { ...Promise.withResolvers<object>(), key: applicationServerKey };
      return pushed.wanted.promise;
    },
  };
  const registration = { pushManager, waiting: null };
  Object.defineProperties(navigator.serviceWorker, {
    ready: { value: Promise.resolve(registration), configurable: true },
    getRegistration: { value: async () => registration, configurable: true },
  });
}

/** Runs in the page, after `prepareService`. */
function preparePermission(permission: string): void {
  const { pushed } = globalThis as Prepared;
  pushed.permission = permission;
  if (permission === 'unsupported') {
    Reflect.deleteProperty(globalThis, 'Notification');
    return;
  }
  Object.defineProperties(Notification, {
    permission: { get: () => pushed.permission, configurable: true },
    requestPermission: {
      value: () => {
        pushed.question = Promise.withResolvers<string>();
        return pushed.question.promise;
      },
      configurable: true,
    },
  });
  const query = navigator.permissions.query.bind(navigator.permissions);
  navigator.permissions.query = async (what) =>
    (what.name as string) === 'notifications' ? (pushed.status as PermissionStatus) : query(what);
}

/** Sets the permission in the browser's own settings, of which it tells the page. */
export const setPermission = (page: Page, permission: Permission) =>
  page.evaluate((value) => {
    const { pushed } = globalThis as Prepared;
    pushed.permission = value;
    pushed.status.dispatchEvent(new Event('change'));
  }, permission);

/** What is said to the browser's question; null: it does not ask. */
export const answerQuestion = (page: Page, permission: Permission | null) =>
  page.evaluate((answer) => {
    const { pushed } = globalThis as Prepared;
    if (!pushed.question) throw new Error('nobody was asked');
    if (answer === null) return pushed.question.reject(new TypeError('only after a touch'));
    pushed.permission = answer;
    pushed.question.resolve(answer);
  }, permission);

/** The browser has ended its subscription, or made it for this key. */
export const endSubscription = (page: Page) =>
  page.evaluate(() => {
    (globalThis as Prepared).pushed.subscription = null;
  });
export const subscribeFor = (page: Page, address: Address, key: string) =>
  page.evaluate(
    ([of, madeFor]) => {
      const { pushed } = globalThis as Prepared;
      pushed.subscription = pushed.subscribed(of, madeFor);
    },
    [address, key] as const,
  );

/** The browser says what subscription it has, or that it cannot. */
export const tellSubscription = (page: Page, isBroken = false) =>
  page.evaluate((fails) => {
    const { pushed } = globalThis as Prepared;
    const { resolve, reject } = pushed.listens;
    if (!fails) return resolve();
    pushed.listens = Promise.withResolvers<void>();
    reject(new Error('no worker'));
  }, isBroken);

/** The key of the server that an address is wanted for; null: none is wanted. */
export const wantedKey = (page: Page) =>
  page.evaluate(() => (globalThis as Prepared).pushed.wanted?.key ?? null);

/** The push service gives this address; null: it gives none. */
export const giveAddress = (page: Page, address: Address | null) =>
  page.evaluate((given) => {
    const { pushed } = globalThis as Prepared;
    const { wanted } = pushed;
    if (!wanted) throw new Error('no address is wanted');
    pushed.wanted = null;
    if (!given) return wanted.reject(new DOMException('push service error', 'AbortError'));
    pushed.subscription = pushed.subscribed(given, wanted.key);
    wanted.resolve(pushed.subscription);
  }, address);

/** Our service worker tells the page. @returns whether the page has answered that it listens */
export const tellPage = (page: Page, message: WorkerMessage) =>
  page.evaluate((data) => {
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    port1.onmessage = (answer) => resolve(answer.data);
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
    return promise;
  }, message);
