import type { Browser, BrowserContext } from 'playwright-core';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import { checkIn } from '../../contract/calls.ts';
import { BASE_PATH, type Envelope, TOKEN_HEADER } from '../../contract/envelope.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import type { Product } from './support.ts';

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

/** Registers somebody through the wire, perhaps as a friend of somebody. */
export async function registerUser(product: Product, inviteCode?: string): Promise<UserInfo> {
  serial += 1;
  const { userInfo } = await ask(product, null, checkIn, {
    tab: 'register',
    username: `person_${serial}`,
    email: `person_${serial}@example.org`,
    password: 'a-long-engine-1843',
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
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    ...options,
  });
  await context.addInitScript((kept) => {
    // once: what the app itself removes stays removed
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', 'yes');
    localStorage.setItem('token', kept);
  }, token);
  return context;
}
