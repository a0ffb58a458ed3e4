import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished, vi } from 'vitest';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import { checkIn, handleLoginReward, updateWdinfo } from '../../contract/calls.ts';
import { BASE_PATH, type Envelope, TOKEN_HEADER } from '../../contract/envelope.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { openContext, type Product } from './support.ts';

let serial = 0;

/** Makes a call as somebody; @returns what it answers, which must be a success */
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

/** Somebody whom the product does not know yet. */
export function makeStranger() {
  serial += 1;
  const username = `person_${serial}`;
  return { username, email: `${username}@example.org`, password: 'a-long-engine-1843' };
}

/** Registers somebody through the wire, perhaps as a friend of somebody. */
export async function registerUser(product: Product, inviteCode?: string): Promise<UserInfo> {
  const { userInfo } = await ask(product, null, checkIn, {
    tab: 'register',
    ...makeStranger(),
    country: 'US',
    invite_code: inviteCode,
  });
  return userInfo;
}

/** Registers somebody through the wire; @returns the token */
export const register = async (product: Product): Promise<string> =>
  (await registerUser(product)).token;

/** A phone on which somebody is logged in. */
export async function loggedIn(
  browser: Browser,
  token: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await openContext(browser, options);
  await context.addInitScript((kept) => {
    // once: what the app itself removes stays removed
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', 'yes');
    localStorage.setItem('token', kept);
  }, token);
  return context;
}

/**
 * Puts a phone into other hands: it keeps nothing of the app's but the worker and its files, and
 * shows what is no page of the app.
 * @param token of whoever is logged in from now on
 */
export async function changeHands(product: Product, page: Page, token?: string): Promise<void> {
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
    // the phone of `loggedIn` is somebody else's now
    sessionStorage.setItem('seeded', 'yes');
    if (kept) localStorage.setItem('token', kept);
  }, token);
}

/** Registers somebody through the wire and hands them their welcome bonus. */
export async function welcomed(product: Product, inviteCode?: string): Promise<UserInfo> {
  const user = await registerUser(product, inviteCode);
  await ask(product, user.token, handleLoginReward, {});
  return user;
}

/** Says where somebody is paid, as a withdrawal needs it. */
export const setPayee = (product: Product, token: string) =>
  ask(product, token, updateWdinfo, {
    country: 'US',
    method: 'paypal',
    recipient_name: 'Ada Lovelace',
    account: 'ada@example.org',
  });

/** A setting that no page shows and everybody may read: it tells that those beside it have arrived. */
const MARK = 'product.background_color';
let changes = 0;

async function readMark(product: Product): Promise<string> {
  const answer = await fetch(`${product.url}/manifest.webmanifest`);
  return ((await answer.json()) as { background_color: string }).background_color;
}

/** Sets what the operator configures, and returns when the server goes by it. */
export async function configure(product: Product, settings: Record<string, string>): Promise<void> {
  changes += 1;
  const mark = `#${changes.toString(16).padStart(6, '0')}`;
  await product.set({ ...settings, [MARK]: mark });
  await vi.waitUntil(async () => (await readMark(product)) === mark, 30_000);
}

/** The same until the running test ends, however it ends. */
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
 * What a page says for a moment, in the order in which it was read out: it may be gone before a
 * test looks.
 * @param selector of what is put into the page to say it
 */
async function setSaid(page: Page, selector: string): Promise<() => Promise<string[]>> {
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

/** Toasts leave after two seconds, and one that a closing dialog leaves behind is only shown. */
export const setToasts = (page: Page) => setSaid(page, '.toast');

/** What a clip says when it is paid, for two seconds and a half. */
export const setRewards = (page: Page) => setSaid(page, '.clip-reward-pop > *');

/** That exactly this was said since the last look: what draws it may come late. */
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

/** That these were said since the last look, whatever else was. */
export async function expectSaid(
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

/** One of the five places of the app. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

export const pathOf = (page: Page) => new URL(page.url()).pathname;
