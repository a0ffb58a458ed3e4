import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished, vi } from 'vitest';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import { checkIn, handleLoginReward, updateWdinfo } from '../../contract/calls.ts';
import { BASE_PATH, type Envelope, TOKEN_HEADER } from '../../contract/envelope.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { openContext, type Product } from './support.ts';

let serial = 0;

/** Makes a call, as a visitor if `token` is null; @returns the data of its successful answer */
export async function ask<C extends Call>(
  product: Product,
  token: string | null,
  call: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const isRead = call.method === 'GET';
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(`${product.url}${BASE_PATH}${call.path}${query}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token && { [TOKEN_HEADER]: token }) },
    ...(!isRead && { body: JSON.stringify(input) }),
  });
  const { code, msg, data } = (await response.json()) as Envelope;
  if (code !== 1) throw new Error(`${call.path}: ${code} ${msg}`);
  return data as OutputOf<C>;
}

/** Registration data of a person who is not registered yet. */
export function newRegistration() {
  serial += 1;
  const username = `person_${serial}`;
  return { username, email: `${username}@example.org`, password: 'a-long-engine-1843' };
}

/** Registers a member by a call, optionally with an invite code. */
export async function registerUser(product: Product, inviteCode?: string): Promise<UserInfo> {
  const { userInfo } = await ask(product, null, checkIn, {
    tab: 'register',
    ...newRegistration(),
    country: 'US',
    invite_code: inviteCode,
  });
  return userInfo;
}

/** Registers a member by a call; @returns the token */
export const register = async (product: Product): Promise<string> =>
  (await registerUser(product)).token;

/** Opens a browser context: each new page finds the token in its storage. */
export async function loggedIn(
  browser: Browser,
  token: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await openContext(browser, options);
  await context.addInitScript((kept) => {
    // once for each page: a token that the app removes is not restored
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', 'yes');
    localStorage.setItem('token', kept);
  }, token);
  return context;
}

/**
 * Hands a phone to another person: deletes all stored data except the service worker and its files,
 * and opens a page without the app.
 * @param token of the new person; not given: a visitor
 */
export async function switchUser(product: Product, page: Page, token?: string): Promise<void> {
  const context = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${product.url}/robots.txt`);
  await context.clearPermissions();
  const client = await context.newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage';
  await client.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes });
  await client.detach();
  await page.evaluate((kept) => {
    sessionStorage.clear();
    // keeps the script of `loggedIn` from restoring the first token
    sessionStorage.setItem('seeded', 'yes');
    if (kept) localStorage.setItem('token', kept);
  }, token);
}

/** Registers a member by calls, and claims the welcome reward. */
export async function registerWelcomed(product: Product, inviteCode?: string): Promise<UserInfo> {
  const user = await registerUser(product, inviteCode);
  await ask(product, user.token, handleLoginReward, {});
  return user;
}

/** Saves a payout account, which a withdrawal requires. */
export const setPayee = (product: Product, token: string) =>
  ask(product, token, updateWdinfo, {
    country: 'US',
    method: 'paypal',
    recipient_name: 'Ada Lovelace',
    account: 'ada@example.org',
  });

/** A public setting that no page shows; its value marks the settings that are stored with it. */
const MARK = 'product.background_color';
let changes = 0;

async function readMark(product: Product): Promise<string> {
  const answer = await fetch(`${product.url}/manifest.webmanifest`);
  return ((await answer.json()) as { background_color: string }).background_color;
}

/** Stores settings, and returns when the server uses them. */
export async function configure(product: Product, settings: Record<string, string>): Promise<void> {
  changes += 1;
  const mark = `#${changes.toString(16).padStart(6, '0')}`;
  await product.set({ ...settings, [MARK]: mark });
  await vi.waitUntil(async () => (await readMark(product)) === mark, 30_000);
}

/** Stores settings until the running test ends, also if it fails. */
export async function configureForTest(
  product: Product,
  settings: Record<string, string>,
): Promise<void> {
  const all = (await product.ask('config', 'list')) as { key: string; value: string }[];
  const before = Object.fromEntries(
    all.filter(({ key }) => key in settings).map(({ key, value }) => [key, value]),
  );
  onTestFinished(() => configure(product, before));
  await configure(product, settings);
}

/**
 * Records short-lived messages that a screen reader reads out, in their order: a message may be
 * gone before the test looks.
 * @param selector of the element that is added for each message
 */
async function recordMessages(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.addInitScript((wanted) => {
    const said: string[] = [];
    Object.assign(globalThis, { [wanted]: said });
    const look = (nodes: NodeList) => {
      for (const node of nodes) {
        if (!(node instanceof HTMLElement) || node.closest('[aria-live="off"]')) continue;
        if (node.matches(wanted)) said.push(node.innerText);
      }
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) look(addedNodes);
    }).observe(document, { childList: true, subtree: true });
  }, selector);
  const take = (wanted: string) => Reflect.get(globalThis, wanted).splice(0);
  return () => page.evaluate(take, selector);
}

/** Records toasts, shown for two seconds each, except those in an `aria-live="off"` region. */
export const recordToasts = (page: Page) => recordMessages(page, '.toast');

/** Records the reward messages of clips, each of which is shown for two and a half seconds. */
export const recordRewardMessages = (page: Page) => recordMessages(page, '.clip-reward-pop > *');

/** Waits until exactly these toasts were shown since the last call: toasts' code may load late. */
export async function expectToasts(
  toasts: () => Promise<string[]>,
  expected: string[],
): Promise<void> {
  const said: string[] = [];
  const read = async () => {
    said.push(...(await toasts()));
    return said;
  };
  await expect.poll(read).toEqual(expected);
}

/** Waits until these toasts, perhaps among others, were shown since the last call. */
export async function waitForToasts(
  toasts: () => Promise<string[]>,
  ...expected: string[]
): Promise<void> {
  const said: string[] = [];
  const unsaid = async () => {
    said.push(...(await toasts()));
    return expected.filter((text) => !said.some((each) => each.includes(text)));
  };
  await expect.poll(unsaid).toEqual([]);
}

/** A link of the tab bar. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

export const pathOf = (page: Page) => new URL(page.url()).pathname;
