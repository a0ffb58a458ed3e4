import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { leaveFor } from './clocks.ts';
import {
  configure,
  expectToasts,
  loggedIn,
  recordToasts,
  registerUser,
  waitForToasts,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

setUpProduct();
beforeAll(() => configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' }));

/** The files of the demo's clips, by the ids in links. */
const files = { 1: 'aurora', 7: 'lanterns' } as const;

/** Waits until the playing clip in the middle of the screen is, or is not, the link's clip. */
const waitForClip = (page: Page, id: keyof typeof files, isIt = true) =>
  page.waitForFunction(
    ([name, wanted]) => {
      const clip = [...document.querySelectorAll('video')].find((video) => {
        const { top, bottom } = video.getBoundingClientRect();
        return top < innerHeight / 2 && bottom > innerHeight / 2;
      });
      return clip !== undefined && !clip.paused && clip.currentSrc.includes(name) === wanted;
    },
    [files[id], isIt] as const,
  );

test('a link’s clip is the first of the feed; moving to the next keeps the address', async () => {
  const { page, context } = await visit(browser);
  const said = await recordToasts(page);
  await page.goto(`${product.url}/?video=7&utm_source=x`);
  await waitForClip(page, 7);
  await page.getByRole('button', { name: 'Next video' }).click();
  await waitForClip(page, 7, false);
  expect(new URL(page.url()).search).toBe('?video=7&utm_source=x');
  await page.reload();
  await waitForClip(page, 7);
  await expectToasts(said, []);
  await context.close();
});

test('a link to a clip that no longer exists opens the feed as usual, with one toast', async () => {
  expect((await product.operator('videos', 'disable', '9')).status).toBe(0);
  const { page, context } = await visit(browser);
  const said = await recordToasts(page);
  await page.goto(`${product.url}/?video=9`);
  await waitForClip(page, 1);
  await expectToasts(said, ['This clip is no longer available.']);
  await context.close();
});

test('a member shares the clip on the stage with their code, and the share counts', async () => {
  const { token, invite_code: code } = await registerUser(product);
  const context = await loggedIn(browser, token, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => Object.assign(globalThis, { shared: data }),
    });
  });
  const said = await recordToasts(page);
  await page.goto(`${product.url}/?video=7`);
  await waitForClip(page, 7);
  await page.getByRole('button', { name: 'Next video' }).click();
  await waitForClip(page, 1);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share with friends' });
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const link = `${product.url}/?video=1&invite_code=${code}`;
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = () => page.evaluate(() => Reflect.get(globalThis, 'shared'));
  const words = 'Watch short videos. Get paid.';
  const title = 'The lake holds its breath';
  await expect.poll(shared).toEqual({ title, text: `${title} · ${words}`, url: link });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await dialog.getByText('The link is copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const claim = page.waitForRequest('**/api/user/claimShareReward');
  await leaveFor(page, 5_000);
  expect((await claim).postDataJSON()).toMatchObject({ videos_id: 1 });
  await waitForToasts(said, '+0.05 for sharing');
  await context.close();
});
