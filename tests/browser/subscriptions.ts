import type { BrowserContext, Page } from 'playwright-core';
import type { WebPushSubscription } from '../../server/domain/push-subscriptions.ts';

/** The storage key of the mock's current subscription and its server key. */
const KEPT = 'test-subscription';
/** The storage key of the number of subscriptions made. */
const MADE = `${KEPT}s-made`;

/**
 * Replaces the browser's push service, which Chromium for tests lacks: each `subscribe` returns
 * the next of these subscriptions, of which one is active at a time.
 */
export async function mockSubscriptions(
  context: BrowserContext,
  subscriptions: readonly WebPushSubscription[],
): Promise<void> {
  await context.addInitScript(
    ([KEPT, MADE, subscriptions]) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
          byte.charCodeAt(0),
        );
      const hex = (key: Uint8Array) => [...key].join();
      const find = () => {
        const { index, key } = JSON.parse(localStorage.getItem(KEPT) ?? '{"index":-1}');
        const subscription = subscriptions[index];
        if (!subscription) return null;
        const { endpoint, ...keys } = subscription;
        return {
          endpoint,
          options: { applicationServerKey: Uint8Array.from(key).buffer },
          getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]).buffer,
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            localStorage.removeItem(KEPT);
            return true;
          },
        } as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => find();
      PushManager.prototype.subscribe = async (options) => {
        const wanted = options?.applicationServerKey as Uint8Array | string;
        const key = typeof wanted === 'string' ? bytes(wanted) : wanted;
        const existing = find();
        if (existing) {
          const made = new Uint8Array(existing.options.applicationServerKey ?? new ArrayBuffer(0));
          if (hex(made) === hex(key)) return existing;
          throw new DOMException('subscribed with another key', 'InvalidStateError');
        }
        const index = Number(localStorage.getItem(MADE));
        localStorage.setItem(MADE, String(index + 1));
        localStorage.setItem(KEPT, JSON.stringify({ index, key: [...key] }));
        const made = find();
        if (!made) throw new DOMException('no more subscriptions', 'AbortError');
        return made;
      };
    },
    [KEPT, MADE, subscriptions] as const,
  );
}

/** Simulates that the browser itself ends its subscription. */
export const endSubscription = (page: Page) =>
  page.evaluate((KEPT) => localStorage.removeItem(KEPT), KEPT);

/** Skips this many subscriptions. */
export const skipSubscriptions = (page: Page, count: number) =>
  page.evaluate(([MADE, count]) => localStorage.setItem(MADE, count), [MADE, `${count}`] as const);
