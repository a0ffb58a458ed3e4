import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  changeHands,
  configure,
  configureForTest,
  register,
  setPayee,
  setToasts,
  welcomed,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { change, expectAccessible, refuse, SMALL } from './states.ts';
import { visit } from './support.ts';
import { conditions, setPayeeByHand } from './withdrawing.ts';

/** A phone that goes from hand to hand. */
let page: Page;
let toasts: () => Promise<string[]>;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'limit.registrations_per_hour': '0', 'video.watch_seconds': '1' });
  ({ page } = await visit(browser, SMALL));
  toasts = await setToasts(page);
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const whyNot = (page: Page) => page.locator('.clip-why');
const textOf = async (page: Page, name: string) =>
  (await region(page, name).innerText()).replace(/\s+/g, ' ');

/**
 * Every claim of a clip that the page sends from now on, until the test ends: what is sent again,
 * as the server may ask for, has the same name.
 */
function setClaims(page: Page): Set<string> {
  const claims = new Set<string>();
  const note = (request: Request) => {
    if (!request.url().endsWith('/api/video/record')) return;
    const key = request.headers()['idempotency-key'] ?? '';
    claims.add(key.replace(/-\d+$/, ''));
  };
  page.on('request', note);
  onTestFinished(() => void page.off('request', note));
  return claims;
}

async function look(page: Page, states: readonly ('hidden' | 'visible')[]): Promise<void> {
  for (const state of states) {
    await page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
}

test('rewards that are paused: the clip says so, counts nothing, and earns again when they are paid', async () => {
  await changeHands(product, page, await register(product));
  const claims = setClaims(page);
  let paused = true;
  await change(page, 'video/playable', (data) => ({ ...data, rewards_paused: paused }));
  await page.goto(product.url);
  await whyNot(page).getByText('Rewards are paused', { exact: true }).waitFor();
  // it plays on for longer than a reward takes
  await page.waitForFunction(() => {
    const [clip] = [...document.querySelectorAll('video')].filter(({ paused }) => !paused);
    return clip !== undefined && clip.currentTime > 2;
  });
  const ring = page.getByRole('progressbar', { name: 'Watch reward' });
  expect(await ring.getAttribute('aria-valuenow')).toBe('0');
  expect(claims.size).toBe(0);
  paused = false;
  await look(page, ['hidden', 'visible']);
  await page.locator('.reward-ring-rewarded').waitFor();
  expect(claims.size).toBe(1);
});

test('a claim that meets the pause waits, says why, stops the feed’s counting without a toast, and is sent by hand', async () => {
  await changeHands(product, page, await register(product));
  const claims = setClaims(page);
  await refuse(page, 'video/record', 'paused_by_operator');
  await page.goto(product.url);
  await page.getByText(/^1 reward · since .+ · Rewards are paused$/).waitFor();
  expect(claims.size).toBe(1);
  await page.getByRole('button', { name: 'Next video', exact: true }).click();
  await page.locator('.clip[data-index="1"] .clip-picture').waitFor();
  await whyNot(page).getByText('Rewards are paused', { exact: true }).waitFor();
  expect(claims.size).toBe(1);
  expect(await toasts()).toEqual([]);
  // left alone it would be tried again in ten minutes
  await page.unroute('**/api/video/record*');
  const sendNow = page.getByRole('button', { name: 'Send now' });
  await sendNow.click();
  // one is paid: so is what was watched meanwhile
  await page.locator('.reward-ring-rewarded').waitFor();
  await sendNow.waitFor({ state: 'detached' });
  expect(claims.size).toBe(2);
});

test('the operator’s funds end: the server says so, and the clip does', async () => {
  const token = await register(product);
  await configureForTest(product, { 'funding.enforce': 'true' });
  await changeHands(product, page, token);
  await page.goto(product.url);
  await whyNot(page).getByText('Rewards are paused', { exact: true }).waitFor();
});

test('a debt is to be settled, with its reason; corrections stand on Mine', async () => {
  const user = await welcomed(product);
  const reason = 'Paid twice for the same clip';
  const correct = (amount: string, why: string) =>
    product.operator('ledger', 'correct', user.username, '--reason', why, '--', amount);
  expect(await correct('-5', reason)).toMatchObject({ status: 0 });
  expect(await correct('0.5', 'A clip that was missed')).toMatchObject({ status: 0 });
  await changeHands(product, page, user.token);
  await page.goto(`${product.url}/withdraw/index`);
  await region(page, 'To be settled').getByText(reason).waitFor();
  const told = await textOf(page, 'To be settled');
  expect(told).toContain('To be settled 3.50');
  expect(told).toContain('-5.00');
  expect(told).not.toContain('A clip that was missed');
  await expectAccessible(page, 'withdraw: a debt');
  await page.goto(`${product.url}/mine/index`);
  await region(page, 'Corrections').getByText('A clip that was missed').waitFor();
  const reasons = await region(page, 'Corrections').locator('.row-main bdi').allInnerTexts();
  expect(reasons).toEqual(['A clip that was missed', reason]);
});

test('the watching that a withdrawal asks for is said from the first day', async () => {
  await configureForTest(product, { 'withdraw.requirements.videos': '10' });
  await changeHands(product, page, await register(product));
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByRole('button', { name: 'Set up withdrawal info' }).waitFor();
  // the form and the conditions come by calls of their own
  const videos = async () => (await conditions(page)).find((each) => each.includes('10'));
  await expect.poll(videos).toMatch(/0.*10.*Not met yet/);
});

test('a payout account that is shared by too many is said beside the form', async () => {
  await configureForTest(product, { 'withdraw.accounts_shared_max': '1' });
  await setPayee(product, await register(product));
  await changeHands(product, page, await register(product));
  await page.goto(`${product.url}/withdraw/index`);
  await setPayeeByHand(page);
  await page
    .getByRole('form', { name: 'Withdrawal info' })
    .getByText('This account is used by others already. Please enter another one.')
    .waitFor();
});
