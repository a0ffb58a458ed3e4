import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rewardLogs } from '../../contract/calls.ts';
import { stopClock } from './clocks.ts';
import { ask, configure, register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, openAsMember } from './states.ts';
import { expectStoredClaims, sendNow } from './stored-claims.ts';

let token: string;
let page: Page;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' });
  token = await register(product);
  page = await openAsMember(browser, token);
  await page.clock.install();
  await page.goto(product.url);
  // the tests are about later clips, so the first is paid before
  await vi.waitUntil(async () => (await paid()) === 1, { timeout: 45_000 });
});

afterAll(() => page?.context().close());

const CLAIMS = /\/api\/(video\/record|claim\/send|user\/claimShareReward|task\/claim)$/;

/** Answers that do not come from a working server. */
const troubles = {
  '503': { status: 503, json: { code: 503, msg: 'Busy.', data: null } },
  'a portal’s page': { status: 200, body: '<h1>Log in to this network</h1>' },
} as const;

const sending = () => page.getByRole('button', { name: 'Send now' });
const next = () => page.getByRole('button', { name: 'Next video' });

const paid = async () => {
  const { list } = await ask(product, token, rewardLogs, {});
  return list.filter(({ type }) => type === 'video').length;
};

/** Goes to the next clip, whose claim gets this answer; @returns how many clips are paid */
async function watchInTrouble(answer: { status: number }): Promise<number> {
  await tab(page, 'Short video').click();
  await page.unrouteAll();
  await page.route(CLAIMS, (route) => route.fulfill(answer));
  const before = await paid();
  await next().click();
  return before;
}

test.each(Object.entries(troubles))(
  'a claim answered with %s is shown as queued, since when and why, and can be sent now',
  async (name, answer) => {
    const before = await watchInTrouble(answer);
    const line = page.getByRole('status').filter({ hasText: 'Waiting to be sent' });
    await line.waitFor();
    await line.getByText(/^1 reward · since .+ · The server does not answer$/).waitFor();
    if (name === '503') await expectAccessible(page, 'clip: a reward waits');
    await tab(page, 'Mine').click();
    const row = page.getByRole('main').getByText('Waiting to be sent');
    await row.waitFor();
    if (name === '503') await expectAccessible(page, 'Mine: a reward waits');
    expect(await paid()).toBe(before);
    await sending().waitFor();
    await page.unroute(CLAIMS);
    await sendNow(page);
    await row.waitFor({ state: 'detached' });
    await expect.poll(paid).toBe(before + 1);
  },
);

test('the queue reports that the app is offline, and is sent when the connection is back', async () => {
  const before = await watchInTrouble(troubles['503']);
  await sending().waitFor();
  await page.context().setOffline(true);
  await page.getByText(/You are offline$/).waitFor();
  await page.unroute(CLAIMS);
  await page.context().setOffline(false);
  await sending().waitFor({ state: 'detached' });
  await expect.poll(paid).toBe(before + 1);
});

/** The promised time from the server's recovery to the last reward, by the page's clock. */
const RECOVERY_MS = 10_000;

test('four queued claims are sent in one call and paid within ten seconds of the server’s recovery', async () => {
  const before = await watchInTrouble(troubles['503']);
  for (const count of ['1 reward ', '2 rewards', '3 rewards', '4 rewards']) {
    const said = page.getByText(count).filter({ visible: true });
    await said.waitFor({ timeout: 45_000 });
    if (count !== '4 rewards') await next().click();
  }
  await tab(page, 'Mine').click();
  await expectStoredClaims(page, 4);
  await stopClock(page);
  const calls: string[] = [];
  await page.route(CLAIMS, (route) => {
    calls.push(route.request().url().split('/api/')[1] ?? '');
    return route.continue();
  });
  let turnedMs = 0;
  const turn = async () => {
    if (turnedMs < RECOVERY_MS) await page.clock.runFor(1_000);
    turnedMs += 1_000;
    return paid();
  };
  await expect.poll(turn, { interval: 300 }).toBe(before + 4);
  expect(calls).toEqual(['claim/send']);
  await page.clock.resume();
});
