import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loggedIn, register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, lineOf, openAsMember, openAsVisitor } from './states.ts';
import { visit } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct();

const SLOW = 'This takes longer than usual';

/** Twelve kilobytes a second, on a line like those of the cheapest contracts. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 12_000,
    uploadThroughput: 12_000,
  });
}

test('on a very slow line the poster is there first, then a word, then the clip', async () => {
  const { page, context } = await visit(browser);
  await slowDown(page);
  const opened = page.goto(product.url, { waitUntil: 'commit' });
  await opened;
  const seen: string[] = [];
  const note = (what: string) => () => {
    seen.push(what);
  };
  const whenPictured = page
    .waitForFunction(
      () => {
        const poster = document.querySelector<HTMLVideoElement>('#first-clip')?.poster;
        return performance
          .getEntriesByType('resource')
          .some(
            (entry) =>
              entry.name === poster && (entry as PerformanceResourceTiming).responseEnd > 0,
          );
      },
      undefined,
      { timeout: 60_000 },
    )
    .then(note('poster'));
  const whenSaid = page.getByText(SLOW).first().waitFor({ timeout: 60_000 }).then(note('word'));
  const whenDrawn = page
    .waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2, undefined, {
      timeout: 60_000,
    })
    .then(note('clip'));
  await Promise.all([whenPictured, whenSaid, whenDrawn]);
  expect(seen).toEqual(['poster', 'word', 'clip']);
  await context.close();
}, 90_000);

test('a clip that is long in coming says so before it gives up', async () => {
  const page = await openAsVisitor(browser);
  await lineOf(page, '**/media/**/*.mp4', 'silent');
  await page.goto(product.url);
  await page.locator('.clip .clip-wait').waitFor();
  await page.locator('.clip').getByText(SLOW).waitFor();
  await page.context().close();
});

test.each([
  ['/tasks/index', '**/api/task/list'],
  ['/mine/index', '**/api/user/rewardLogs*'],
  ['/invite/index', '**/api/user/invitedUsers*'],
  ['/withdraw/index', '**/api/user/withdrawConfig'],
])('%s says so when what it shows is long in coming', async (path, call) => {
  const page = await openAsMember(browser, await register(product));
  const line = await lineOf(page, call, 'silent');
  await page.goto(product.url + path);
  await page.getByRole('main').getByText(SLOW).first().waitFor();
  await expectAccessible(page, `${path}: long in coming`);
  await line('open');
  await expect.poll(() => page.getByRole('main').getByText(SLOW).count()).toBe(0);
  await page.context().close();
});

test('a screen whose code is long in coming says so', async () => {
  const context = await loggedIn(browser, await register(product));
  const page = await context.newPage();
  await lineOf(page, /assets\/invite-.*\.js/, 'silent');
  await page.goto(product.url);
  await clipPlays(page, 0);
  await tab(page, 'Invite').click();
  await page.locator('.screen-invite').getByText(SLOW).waitFor();
  await context.close();
});
