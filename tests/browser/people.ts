import type { Browser, BrowserContext } from 'playwright-core';
import { checkIn } from '../../contract/calls.ts';
import { BASE_PATH } from '../../contract/envelope.ts';
import type { Product } from './support.ts';

let serial = 0;

/** Registers somebody through the wire; @returns the token */
export async function register(product: Product): Promise<string> {
  serial += 1;
  const response = await fetch(`${product.url}${BASE_PATH}${checkIn.path}`, {
    method: checkIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tab: 'register',
      username: `person_${serial}`,
      email: `person_${serial}@example.org`,
      password: 'a-long-engine-1843',
      country: 'US',
    }),
  });
  const { data } = (await response.json()) as { data: { userInfo: { token: string } } };
  return data.userInfo.token;
}

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
