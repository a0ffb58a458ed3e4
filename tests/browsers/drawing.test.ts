import { afterAll, beforeAll, expect } from 'vitest';
import { registerWelcomed, setPayee } from '../browser/people.ts';
import { EVERY_FRAME, type Product, startProduct } from '../browser/support.ts';
import { inEveryEngine, saveScreenshot } from './engines/each.ts';
import { type Phone, run, until, VIEWPORT } from './engines/phone.ts';
import { boxesOf, boxOf, openAs, press, see, styleOf } from './user-actions.ts';

let product: Product;
let token: string;

beforeAll(async () => {
  product = await startProduct(EVERY_FRAME);
  ({ token } = await registerWelcomed(product));
  await setPayee(product, token);
});
afterAll(() => product?.stop());

/** Opens a page once nothing is loading: content that arrives later would move the measured elements. */
async function open(phone: Phone, path: string): Promise<void> {
  await openAs(phone, product.url, token, path);
  await until(phone, () => document.querySelector('[aria-busy="true"]') === null);
}

/** The empty part of the drawn ring: from 1 down to 0. */
const emptiness = async (phone: Phone) =>
  Number.parseFloat(await styleOf(phone, '.reward-ring-fill', 'stroke-dashoffset'));

const ESCAPE = '\uE00C';

inEveryEngine('a toast in a dialog is as high as its text', async (phone, id) => {
  await open(phone, '/tasks/index');
  await press(phone, 'button', 'Share');
  await press(phone, 'button', 'Copy link');
  // both boxes at once, and before the picture: a toast disappears soon
  const [toast, place] = await boxesOf(phone, 'dialog .toast', 'dialog .toaster');
  await saveScreenshot(phone, id, 'toast');
  expect([toast, place]).toMatchObject([{ height: 44 }, { top: 16, height: 44 }]);
});

inEveryEngine('Escape closes a dialog, and the page continues to work', async (phone) => {
  await open(phone, '/tasks/index');
  for (const _ of [1, 2]) {
    await press(phone, 'button', 'Share');
    await until(phone, () => document.querySelector('dialog[open]') !== null);
    await phone.type(ESCAPE);
    await phone.type(ESCAPE);
    await until(phone, () => document.querySelector('dialog') === null);
  }
});

inEveryEngine('the ring is drawn as full as its value', async (phone, id) => {
  await open(phone, '/install');
  expect(await emptiness(phone)).toBeCloseTo(0.3, 1);
  // a new member in each engine: a clip that was watched before fills no ring
  await openAs(phone, product.url, (await registerWelcomed(product)).token, '/');
  // in one evaluation: the ring is full within five seconds
  const drawn = await until(phone, () => {
    const ring = document.querySelector('.feed [role="progressbar"]');
    const fill = ring?.querySelector('.reward-ring-fill');
    const hasBegun = Number(ring?.getAttribute('aria-valuenow')) > 0;
    return hasBegun && fill ? getComputedStyle(fill).strokeDashoffset : null;
  });
  await saveScreenshot(phone, id, 'feed');
  expect(Number.parseFloat(drawn)).toBeGreaterThan(0.1);
});

inEveryEngine('a caption for screen readers covers nothing on Mine', async (phone, id) => {
  await open(phone, '/mine/index');
  await boxOf(phone, 'caption');
  const covers = await run(phone, () => {
    const caption = document.querySelector('caption');
    caption?.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = caption?.getBoundingClientRect() ?? new DOMRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit?.closest('table') !== null;
  });
  await saveScreenshot(phone, id, 'mine');
  expect(covers).toBe(false);
});

inEveryEngine('the amount of a withdrawal is visible in the confirmation', async (phone, id) => {
  await open(phone, '/withdraw/index');
  await press(phone, 'button', 'Withdraw all');
  await press(phone, 'button', 'Withdraw');
  await see(phone, 'Confirm withdrawal');
  const { top, height } = await boxOf(phone, '.confirm-amount');
  await saveScreenshot(phone, id, 'confirmation');
  expect(top > 0 && top + height < VIEWPORT.height).toBe(true);
});

inEveryEngine('colours and borders are drawn, and no button is off the screen', async (phone) => {
  await phone.open(`${product.url}/login`);
  await run(phone, () => localStorage.clear());
  await phone.open(`${product.url}/login`);
  expect({
    border: await styleOf(phone, '.field-box', 'border-top-color'),
    canvas: await styleOf(phone, '.screen', 'background-color'),
    button: await styleOf(phone, '.button-primary', 'background-color'),
  }).not.toMatchObject({ border: 'rgb(0, 0, 0)' });
  await phone.open(product.url);
  const { left, top, width, height } = await boxOf(phone, '.feed-buttons');
  expect(top).toBeGreaterThan(0);
  expect(left + width).toBeLessThanOrEqual(VIEWPORT.width);
  expect(top + height).toBeLessThan(VIEWPORT.height - 60);
});

inEveryEngine('the debug pages fill the width of a desktop window', async (phone) => {
  await phone.resize(1280, 800);
  for (const path of ['/Demo/demo', '/Demo/tools', '/Demo/machines']) {
    await open(phone, path);
    await boxOf(phone, '.workbench');
    const { left, width } = await boxOf(phone, '.app-screens');
    expect({ path, right: left + width }).toEqual({ path, right: 1280 });
  }
  await phone.resize(VIEWPORT.width, VIEWPORT.height);
});
