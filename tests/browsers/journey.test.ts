import { afterAll, beforeAll, expect } from 'vitest';
import { configure, newRegistration } from '../browser/people.ts';
import { EVERY_FRAME, type Product, startProduct } from '../browser/support.ts';
import { inEveryEngine } from './engines/each.ts';
import { type Phone, until } from './engines/phone.ts';
import { fill, press, see, select } from './user-actions.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct(EVERY_FRAME);
  // tests/browser/journey.test.ts watches for the default time
  await configure(product, { 'video.watch_seconds': '2' });
});
afterAll(() => product?.stop());

/** The clip on the stage, once it plays. */
const playing = (phone: Phone) =>
  until(phone, () => {
    const video = [...document.querySelectorAll('video')].find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top < innerHeight / 2 && bottom > innerHeight / 2;
    });
    if (!video || video.paused || video.currentTime < 0.1) return null;
    return { src: video.currentSrc, muted: video.muted };
  });

async function register(phone: Phone): Promise<void> {
  const person = newRegistration();
  await press(phone, 'link', 'Log in to earn');
  await press(phone, 'button', 'Create an account');
  await fill(phone, 'Username', person.username);
  await fill(phone, 'Email', person.email);
  await fill(phone, 'Password', person.password);
  await fill(phone, 'Confirm password', person.password);
  await press(phone, 'any', 'I am at least 18 years old');
  await press(phone, 'button', 'Register');
}

async function withdraw(phone: Phone): Promise<void> {
  await press(phone, 'link', 'Withdraw');
  await press(phone, 'button', 'Set up withdrawal info');
  await select(phone, 'Country or region', 'United States');
  await select(phone, 'Method', 'PayPal');
  await fill(phone, 'Recipient name', 'Ada Lovelace');
  await fill(phone, 'Account', 'ada@example.org');
  await press(phone, 'button', 'Save');
  await fill(phone, 'Amount', '1');
  await press(phone, 'button', 'Withdraw');
  await press(phone, 'button', 'Confirm');
  await see(phone, 'In process');
}

/** Waits until another clip plays on the stage. @param before the source of the previous clip */
const otherPlays = (phone: Phone, before: string) =>
  until(
    phone,
    (src) =>
      [...document.querySelectorAll('video')].some((video) => {
        const { top, bottom } = video.getBoundingClientRect();
        const isInMiddle = top < innerHeight / 2 && bottom > innerHeight / 2;
        return isInMiddle && !video.paused && video.currentTime > 0.1 && video.currentSrc !== src;
      }),
    before,
  );

inEveryEngine('the main journey, from the first clip to the paid withdrawal', async (phone) => {
  await phone.open(product.url);
  expect(await playing(phone)).toMatchObject({ muted: true });
  await register(phone);
  await see(phone, 'Available balance 1.00');
  const { src } = await playing(phone);
  await see(phone, 'Available balance 1.05');
  await press(phone, 'button', 'Next video');
  await otherPlays(phone, src);
  await withdraw(phone);
  const pending = (await product.ask('withdrawals', 'list', '--status', 'pending')) as {
    id: number;
  }[];
  // an earlier attempt may have left a pending withdrawal
  const id = Math.max(...pending.map((each) => each.id));
  await product.ask('withdrawals', 'approve', String(id));
  // opening the screen again is faster than its own reload (tests/browser/withdraw.test.ts)
  await press(phone, 'link', 'Mine');
  await press(phone, 'link', 'Withdraw');
  await see(phone, 'Your withdrawal was paid');
  expect((await product.operator('ledger', 'verify')).status).toBe(0);
});
