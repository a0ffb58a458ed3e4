import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { history } from '../../contract/history.calls.ts';
import { PORTAL, startLine } from './line.ts';
import { ask, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { WITH_WORKER } from './support.ts';

setUpProduct();

/** Clips are kept in calm moments only. */
const CALM = { timeout: 60_000 };

const keptClips = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('media-clips')).keys()).length);

const isPlaying = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('video')].some(
      ({ paused, currentTime }) => !paused && currentTime > 0,
    ),
  );

const paidToday = async (token: string) =>
  (await ask(product, token, history, { page: 1, limit: 1 })).paid_today;

/** A member whose device has kept some clips, and whose line can break. */
async function setOut() {
  const line = await startLine(product.url);
  const token = await register(product);
  const context = await loggedIn(browser, token, WITH_WORKER);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(line.url);
  await isPlaying(page);
  await expect.poll(() => keptClips(page), CALM).toBeGreaterThanOrEqual(4);
  return { line, token, page };
}

test('without a network the app opens with what it knows, plays on and earns, and is paid later', async () => {
  const { line, token, page } = await setOut();
  line.all('cut');
  await page.goto(`${line.url}/`);
  await isPlaying(page);
  await page.getByText('You are offline').first().waitFor();
  await page.getByText(/^as of \d/).waitFor();
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('heading', { name: 'Mine' }).first().waitFor();
  await page
    .getByRole('region', { name: 'Available balance' })
    .getByText(/^as of \d/)
    .waitFor();
  const paidBefore = await paidToday(token);
  await page.getByRole('link', { name: 'Short video' }).click();
  await isPlaying(page);
  // watched to the end while nobody could be told
  await page.getByText('Waiting to be sent').first().waitFor();
  await page.getByRole('button', { name: 'Next video' }).click();
  await isPlaying(page);
  line.all('passed');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => paidToday(token), CALM).toBeGreaterThan(paidBefore);
  await page.context().close();
  await line.close();
});

test('clips come from what is kept by ranges, and no more than eight are', async () => {
  const { line, page } = await setOut();
  line.all('cut');
  const answer = await page.evaluate(async () => {
    const [request] = await (await caches.open('media-clips')).keys();
    const part = await fetch(request?.url ?? '', { headers: { range: 'bytes=100-199' } });
    const range = part.headers.get('content-range');
    return [part.status, (await part.arrayBuffer()).byteLength, range?.replace(/\d+$/, 'all')];
  });
  expect(answer).toEqual([206, 100, 'bytes 100-199/all']);
  line.all('passed');
  await page.evaluate(async () => {
    for (let number = 1; number <= 10; number += 1) {
      const [request] = await (await caches.open('media-clips')).keys();
      await (await fetch(`${request?.url}?${number}`)).arrayBuffer();
    }
  });
  await expect.poll(() => keptClips(page)).toBe(8);
  await page.context().close();
  await line.close();
});

test('clips of more than 50 MB together make room, the oldest first', async () => {
  const { line, page } = await setOut();
  const body = 'x'.repeat(20_000_000);
  line.decide((path) =>
    path.startsWith('/media/large-') ? { status: 200, type: 'video/mp4', body } : 'passed',
  );
  await page.evaluate(async () => {
    for (const name of ['a', 'b', 'c']) {
      await (await fetch(`/media/large-${name}.mp4`)).arrayBuffer();
    }
  });
  const kept = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('media-clips')).keys();
      return requests.map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(kept).toEqual(['/media/large-b.mp4', '/media/large-c.mp4']);
  await page.context().close();
  await line.close();
});

test('nothing of a portal’s is kept as a clip', async () => {
  const { line, page } = await setOut();
  line.all(PORTAL);
  const kept = await page.evaluate(async () => {
    await (await fetch('/media/clips/none.mp4')).text();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return (await caches.match('/media/clips/none.mp4')) !== undefined;
  });
  expect(kept).toBe(false);
  await page.context().close();
  await line.close();
});

test('a part of a clip that nobody reads any more is not fetched to its end', async () => {
  const { line, page } = await setOut();
  let end = () => {};
  const hasEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  line.decide((_, { socket }) => {
    socket.once('close', end);
    return 'trickles';
  });
  await page.evaluate(async () => {
    const part = await fetch('/media/clips/none.mp4', { headers: { range: 'bytes=0-' } });
    const reader = part.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  });
  await hasEnded;
  await page.context().close();
  await line.close();
});

test('where there is no room clips and pictures make some, even those of a worker before', async () => {
  const { line, page } = await setOut();
  const device = await page.context().newCDPSession(page);
  await device.send('ServiceWorker.enable');
  await device.send('ServiceWorker.stopAllWorkers');
  const { usage } = await device.send('Storage.getUsageAndQuota', { origin: line.url });
  await device.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: usage + 1 });
  await page.evaluate(async () => {
    const [request] = await (await caches.open('media-clips')).keys();
    await (await fetch(`${request?.url}?other`)).arrayBuffer();
  });
  await expect.poll(() => keptClips(page)).toBe(0);
  await page.context().close();
  await line.close();
});

test('clips that are too old to be played are kept anew', async () => {
  const { line, page } = await setOut();
  await page.evaluate(async () => {
    const cache = await caches.open('media-clips');
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const headers = new Headers(response?.headers);
      headers.set('date', new Date(0).toUTCString());
      await cache.put(request, new Response(await response?.blob(), { headers }));
    }
  });
  const oldClips = () =>
    page.evaluate(async () => {
      const cache = await caches.open('media-clips');
      const kept = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
      return kept.filter((response) => response?.headers.get('date')?.includes('1970')).length;
    });
  const before = await oldClips();
  expect(before).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(oldClips, { timeout: 40_000 }).toBeLessThan(before);
  await page.context().close();
  await line.close();
});

test('what is kept of the feed goes with the session', async () => {
  const { line, page } = await setOut();
  const keptFeed = () => page.evaluate(() => localStorage.getItem('keptFeed'));
  expect(await keptFeed()).toContain('"clips"');
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(async () => (await keptFeed())?.includes('"userId":null') ?? true).toBe(true);
  await page.context().close();
  await line.close();
});
