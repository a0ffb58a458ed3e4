import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  configure,
  configureForTest,
  recordToasts,
  register,
  registerWelcomed,
  setPayee,
  switchUser,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { change, expectAccessible, refuse, SMALL } from './states.ts';
import { visit } from './support.ts';
import { conditions, setPayeeByHand } from './withdrawing.ts';

/** One phone's page, on which the tests log in different members. */
let page: Page;
let toasts: () => Promise<string[]>;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'limit.registrations_per_hour': '0', 'video.watch_seconds': '1' });
  ({ page } = await visit(browser, SMALL));
  toasts = await recordToasts(page);
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const whyNot = (page: Page) => page.locator('.clip-why');
const textOf = async (page: Page, name: string) =>
  (await region(page, name).innerText()).replace(/\s+/g, ' ');

/**
 * Records the clip claims that the page sends from now on until the test ends. A retry that the
 * server asks for counts as the same claim: the attempt number is cut from the key.
 */
function recordClaims(page: Page): Set<string> {
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

test('while rewards are paused a clip says so and counts nothing; it earns once they resume', async () => {
  await switchUser(product, page, await register(product));
  const claims = recordClaims(page);
  let paused = true;
  await change(page, 'video/playable', (data) => ({ ...data, rewards_paused: paused }));
  await page.goto(product.url);
  await whyNot(page).getByText('Rewards are paused', { exact: true }).waitFor();
  // the clip plays for longer than its watch time
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

test('a claim refused by the pause waits without a toast until “Send now”, and clips stop counting', async () => {
  await switchUser(product, page, await register(product));
  const claims = recordClaims(page);
  await refuse(page, 'video/record', 'paused_by_operator');
  await page.goto(product.url);
  await page.getByText(/^1 reward · since .+ · Rewards are paused$/).waitFor();
  expect(claims.size).toBe(1);
  await page.getByRole('button', { name: 'Next video', exact: true }).click();
  await page.locator('.clip[data-index="1"] .clip-picture').waitFor();
  await whyNot(page).getByText('Rewards are paused', { exact: true }).waitFor();
  expect(claims.size).toBe(1);
  expect(await toasts()).toEqual([]);
  // by itself the app would retry in ten minutes
  await page.unroute('**/api/video/record*');
  const sendNow = page.getByRole('button', { name: 'Send now' });
  await sendNow.click();
  // after the first claim the clip that plays now is paid, too
  await page.locator('.reward-ring-rewarded').waitFor();
  await sendNow.waitFor({ state: 'detached' });
  expect(claims.size).toBe(2);
});

test('when the operator’s funds are used up, the clip shows that rewards are paused', async () => {
  const token = await register(product);
  await configureForTest(product, { 'funding.enforce': 'true' });
  await switchUser(product, page, token);
  await page.goto(product.url);
  await whyNot(page).getByText('Rewards are paused', { exact: true }).waitFor();
});

test('Withdraw shows a debt with its reason, and Mine lists all corrections', async () => {
  const user = await registerWelcomed(product);
  const reason = 'Paid twice for the same clip';
  const correct = (amount: string, why: string) =>
    product.operator('ledger', 'correct', user.username, '--reason', why, '--', amount);
  expect(await correct('-5', reason)).toMatchObject({ status: 0 });
  expect(await correct('0.5', 'A clip that was missed')).toMatchObject({ status: 0 });
  await switchUser(product, page, user.token);
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

test('a new member sees how many clips a withdrawal requires', async () => {
  await configureForTest(product, { 'withdraw.requirements.videos': '10' });
  await switchUser(product, page, await register(product));
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByRole('button', { name: 'Set up withdrawal info' }).waitFor();
  // the form and the conditions are loaded by separate calls
  const videos = async () => (await conditions(page)).find((each) => each.includes('10'));
  await expect.poll(videos).toMatch(/0.*10.*Not met yet/);
});

test('a payout account that too many members share is refused in the form', async () => {
  await configureForTest(product, { 'withdraw.accounts_shared_max': '1' });
  await setPayee(product, await register(product));
  await switchUser(product, page, await register(product));
  await page.goto(`${product.url}/withdraw/index`);
  await setPayeeByHand(page);
  await page
    .getByRole('form', { name: 'Withdrawal info' })
    .getByText('This account is used by others already. Please enter another one.')
    .waitFor();
});
