import { afterAll, beforeAll, expect } from 'vitest';
import { checkIn } from '../../contract/calls.ts';
import { ask, newRegistration } from '../browser/people.ts';
import { type Product, startProduct } from '../browser/support.ts';
import { inEveryEngine } from './engines/each.ts';
import { type Phone, run, until } from './engines/phone.ts';
import { fill, press } from './user-actions.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Whether a button with this text is visible. */
const isThere = (phone: Phone, text: string) =>
  run(
    phone,
    (wanted) =>
      [...document.querySelectorAll('button')].some(
        (button) => button.textContent === wanted && button.getClientRects().length > 0,
      ),
    text,
  );

const waitFor = (phone: Phone, text: string) =>
  until(
    phone,
    (wanted) => [...document.querySelectorAll('button')].some((b) => b.textContent === wanted),
    text,
  );

inEveryEngine(
  'passkeys are offered only if the browser has them, and the password logs in',
  async (phone) => {
    const form = newRegistration();
    await ask(product, null, checkIn, { tab: 'register', ...form });
    // browsers support passkeys for host names, never for IP addresses
    for (const host of ['127.0.0.1', 'localhost']) {
      const site = product.url.replace('127.0.0.1', host);
      await phone.open(`${site}/login`);
      const hasApi = await run(phone, () => typeof globalThis.PublicKeyCredential === 'function');
      const isOffered = hasApi && host === 'localhost';
      if (isOffered) await waitFor(phone, 'Log in with a passkey');
      await fill(phone, 'Username or email', form.username);
      await fill(phone, 'Password', form.password);
      const said = `${phone.name}, ${host}: at the log-in`;
      expect(await isThere(phone, 'Log in with a passkey'), said).toBe(isOffered);
      await press(phone, 'button', 'Log in');
      await until(phone, () => localStorage.getItem('token') !== null);
      await phone.open(`${site}/mine/index`);
      await waitFor(phone, 'Recovery codes');
      expect(await isThere(phone, 'Passkeys'), `${phone.name}, ${host}: on Mine`).toBe(isOffered);
    }
  },
);
