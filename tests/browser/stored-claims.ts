import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { rewardLogs } from '../../contract/calls.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { ask, loggedIn, registerUser } from './people.ts';
import { browser, product } from './product.ts';

/** The details of a member's paid clip rewards. */
export async function paidClips({ token }: UserInfo): Promise<string[]> {
  const { list } = await ask(product, token, rewardLogs, {});
  return list.filter(({ type }) => type === 'video').map(({ detail }) => detail ?? '');
}

export const seed = (context: BrowserContext, token: string) =>
  context.addInitScript((kept) => localStorage.setItem('token', kept), token);

/** Opens, for a new member, a page of the product's origin that runs no script. */
export async function onBlankPage(): Promise<{ page: Page; user: UserInfo }> {
  const user = await registerUser(product);
  const context = await loggedIn(browser, user.token);
  const page = await context.newPage();
  await page.goto(`${product.url}/robots.txt`);
  return { page, user };
}

/** Records the idempotency keys of the claims that the page sends. */
export function sentKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/video/record')) {
      keys.push(request.headers()['idempotency-key'] ?? '');
    }
    for (const { key } of request.postDataJSON()?.claims ?? []) keys.push(key);
  });
  return keys;
}

/** A claim of a clip. */
export const madeBy = (user: UserInfo, id: string) => ({
  ...{ id, userId: user.id, call: 'record', itemId: 1, attempt: 1 },
});

/** Sets the site's storage quota. */
export async function setQuota(page: Page, bytes: number | null): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const origin = product.url;
  await client.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(bytes !== null && { quotaSize: bytes }),
  });
}

/** Stores a claim in IndexedDB as the app does, without the app's scripts. */
export const keep = (page: Page, claim: { id: string }) =>
  page.evaluate(async (kept) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('clipurse', 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('claims', { keyPath: 'id' });
        opening.result.createObjectStore('unreadable', { autoIncrement: true });
      };
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = database.transaction('claims', 'readwrite');
    transaction.objectStore('claims').put(kept);
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
  }, claim);

const storedClaims = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ id: string; earnedAtMs: number }[]>((resolve) => {
        const opening = indexedDB.open('clipurse');
        opening.onsuccess = () => {
          const asking = opening.result.transaction('claims').objectStore('claims').getAll();
          asking.onsuccess = () => resolve(asking.result);
        };
      }),
  );

export const storedClaimIds = async (page: Page) => (await storedClaims(page)).map(({ id }) => id);

/**
 * Waits until this many claims are stored whose dates are in the past by the server's clock. The
 * page's clock may be a second ahead, and the server may refuse a claim with a date in the future.
 */
export async function expectStoredClaims(page: Page, count: number): Promise<void> {
  const kept = async () => {
    const claims = await storedClaims(page);
    return claims.filter(({ earnedAtMs }) => earnedAtMs <= Date.now()).length;
  };
  await expect.poll(kept).toBe(count);
}

/** Presses "Send now"; after a retry by the app has succeeded, the button no longer exists. */
export const sendNow = (page: Page) =>
  page.getByRole('button', { name: 'Send now' }).evaluateAll((buttons) => {
    for (const each of buttons) (each as HTMLElement).click();
  });
