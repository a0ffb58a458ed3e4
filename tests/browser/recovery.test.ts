import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure, loggedIn, register, registerWelcomed, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { alerts, expectAccessible, networkOf, openAsMember } from './states.ts';
import { clipPlays } from './watching.ts';

let page: Page;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' });
  const { token } = await registerWelcomed(product);
  page = await (await loggedIn(browser, token, { reducedMotion: 'reduce' })).newPage();
});

afterAll(() => page?.context().close());

/** Reloads the feed until the first clip plays, the second is loaded and no call is pending. */
async function openFeed(): Promise<void> {
  await page.goto(product.url);
  await clipPlays(page, 0);
  await page.waitForFunction(() => {
    const next = document.querySelector<HTMLVideoElement>('.clip[data-index="1"] video');
    const isThere = next !== null && next.readyState >= next.HAVE_FUTURE_DATA;
    return isThere && document.querySelector('.clip[data-index="2"]') !== null;
  });
  await page.waitForLoadState('networkidle');
}

const failure = () => page.getByText('This video could not be loaded.');

/** Swipes over the second clip, which is loaded, to the third, which is not. */
async function goToMissing(): Promise<void> {
  const next = page.getByRole('button', { name: 'Next video' });
  await next.click();
  await clipPlays(page, 1);
  await next.click();
  await failure().waitFor();
}

test('a clip that failed offline plays by itself when the connection is back', async () => {
  await openFeed();
  await page.context().setOffline(true);
  await goToMissing();
  await page.context().setOffline(false);
  await clipPlays(page, 2);
  expect(await failure().count()).toBe(0);
});

test('a clip that fails while the browser counts as online plays when the server answers again', async () => {
  await openFeed();
  const network = await networkOf(page, /\.mp4|\/api\//, 'broken');
  await goToMissing();
  await network('open');
  await clipPlays(page, 2);
  await page.unrouteAll();
});

test('a screen whose chunk could not be loaded is shown when the connection is back', async () => {
  const network = await networkOf(page, /assets\/invite-.*\.js/, 'broken');
  await openFeed();
  // before the screen has failed, no successful call may show that the connection is back
  const calls = await networkOf(page, '**/api/**', 'broken');
  await tab(page, 'Invite').click();
  await page.getByText('This screen could not be loaded.').waitFor();
  await network('open');
  await calls('open');
  await page.getByText('No friends here yet').waitFor();
  await page.unrouteAll();
});

test.each(['js', 'css'])(
  'the first screen of a visit is shown without Retry though its %s file was lost once',
  async (type) => {
    const lost: string[] = [];
    await page.route(`**/assets/mine-*.${type}`, (route) => {
      if (lost.length > 0) return route.continue();
      lost.push(route.request().url());
      return route.abort();
    });
    await page.goto(`${product.url}/mine/index`);
    await page.getByText('in the last 30 days').waitFor({ timeout: 45_000 });
    expect(lost).toHaveLength(1);
    await page.unrouteAll();
  },
);

test('a reward earned in one window is shown in the other', async () => {
  const second = await page.context().newPage();
  await page.goto(`${product.url}/mine/index`);
  const balance = page.getByRole('region', { name: 'Available balance' });
  const earnings = page.getByRole('region', { name: 'Earnings' }).locator('figcaption strong');
  const rows = page.getByRole('region', { name: 'Reward history' }).getByRole('listitem');
  await rows.first().waitFor();
  const before = { sum: Number(await earnings.innerText()), rows: await rows.count() };
  const after = (before.sum + 0.05).toFixed(2);
  await second.goto(product.url);
  await balance.getByText(after).first().waitFor();
  // the history and the earnings are loaded as soon as the window is visible
  await page.bringToFront();
  await earnings.getByText(after).waitFor();
  await expect.poll(() => rows.count()).toBe(before.rows + 1);
  await second.close();
});

/** A text of each screen for a new member; the connection comes back on the last screen. */
const tabs = {
  Mine: (page: Page) => page.getByText('in the last 30 days'),
  Withdraw: (page: Page) => page.getByText('No withdrawals yet'),
  Invite: (page: Page) => page.getByText('No friends here yet'),
  Tasks: (page: Page) => page.getByRole('article', { name: 'Download the app' }),
} as const;

test('offline a screen without cached data reports it once, and loads when the connection is back', async () => {
  const page = await openAsMember(browser, await register(product));
  const said = page.getByText('You are offline').filter({ visible: true });
  const network = await networkOf(page, '**/index.php/**', 'broken');
  await page.goto(`${product.url}/mine/index`);
  for (const name of Object.keys(tabs)) {
    await tab(page, name).click();
    await page.locator(`.screen-${name.toLowerCase()}:visible`).waitFor();
    await said.first().waitFor();
    await expect.poll(() => page.locator('.screen:visible [aria-busy="true"]').count()).toBe(0);
    expect([name, await said.count(), await alerts(page)]).toEqual([name, 1, []]);
    if (name === 'Mine') await expectAccessible(page, 'a screen: offline');
  }
  await network('open');
  await tabs.Tasks(page).waitFor();
  const retry = page.getByRole('button', { name: 'Retry' });
  for (const [name, there] of Object.entries(tabs)) {
    await tab(page, name).click();
    await there(page).waitFor();
    await expect.poll(async () => [await said.count(), await retry.count()]).toEqual([0, 0]);
  }
  await page.context().close();
});
