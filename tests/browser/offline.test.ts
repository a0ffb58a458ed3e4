import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { info, videoList } from '../../contract/calls.ts';
import { history } from '../../contract/history.calls.ts';
import { CAPTIVE_PORTAL, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { ask, configure, loggedIn, recordToasts, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { WITH_WORKER } from './support.ts';

setUpProduct();

/** Timeout for the worker, which caches clips only while the page is idle. */
const CALM = { timeout: 50_000 };

let proxy: FaultProxy;
let token: string;
/** A member's page, with clips in the cache, behind a proxy that can break the connection. */
let page: Page;
/** the paths of the first clips of the list */
let clips: string[];

const keptClips = () =>
  page.evaluate(async () => (await (await caches.open('media-clips')).keys()).length);

const isPlaying = () =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('video')].some(
      ({ paused, currentTime }) => !paused && currentTime > 0,
    ),
  );

const isKept = (path: string) =>
  page.evaluate(async (each) => (await caches.match(each)) !== undefined, path);

const paidToday = async () =>
  (await ask(product, token, history, { page: 1, limit: 1 })).paid_today;

beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' });
  proxy = await startFaultProxy(product.url);
  token = await register(product);
  const { list } = await ask(product, token, videoList, { page: 1, limit: 4 });
  clips = list.map(({ url }) => new URL(url, proxy.url).pathname);
  const context = await loggedIn(browser, token, WITH_WORKER);
  page = await context.newPage();
  // the app's timeouts for lock, storage and call add up to 20 s before it shows queued claims
  page.setDefaultTimeout(45_000);
  await page.goto(proxy.url);
  await isPlaying();
  await vi.waitUntil(async () => (await keptClips()) >= 4, { ...CALM, interval: 500 });
});

afterAll(async () => {
  await page?.context().close();
  await proxy?.close();
});

/** Opens the feed, with clips that the app has cached. */
async function openFeed(): Promise<void> {
  proxy.all('passed');
  expect(await keptClips()).toBeGreaterThanOrEqual(4);
  await page.getByRole('link', { name: 'Short video' }).click();
  await isPlaying();
}

/** Opens a page without the app: only the service worker runs, with four cached clips. */
async function leaveApp(): Promise<void> {
  proxy.all('passed');
  await page.goto(`${proxy.url}/robots.txt`);
  await page.evaluate(async (urls) => {
    for (const url of urls) await (await fetch(url)).arrayBuffer();
  }, clips);
  await expect.poll(async () => (await Promise.all(clips.map(isKept))).every(Boolean)).toBe(true);
}

test('offline the app opens with cached data, plays and earns; the claims are paid later', async () => {
  await openFeed();
  proxy.all('cut');
  await page.goto(`${proxy.url}/`);
  await isPlaying();
  await page.getByText('You are offline').first().waitFor();
  await page.getByText(/^as of \d/).waitFor();
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('heading', { name: 'Mine' }).first().waitFor();
  await page
    .getByRole('region', { name: 'Available balance' })
    .getByText(/^as of \d/)
    .waitFor();
  const paidBefore = await paidToday();
  await page.getByRole('link', { name: 'Short video' }).click();
  await isPlaying();
  // the clip's claim is queued while the server cannot be reached
  await page.getByText('Waiting to be sent').filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: 'Next video' }).click();
  await isPlaying();
  proxy.all('passed');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(paidToday, CALM).toBeGreaterThan(paidBefore);
});

test('cached clips that have expired are fetched again', async () => {
  await openFeed();
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
});

test('each screen reports once that it is offline, shows no old estimate, and loads when the network is back', async () => {
  await openFeed();
  const paidBefore = await paidToday();
  await page.getByRole('button', { name: 'Next video' }).click();
  await expect.poll(paidToday, CALM).toBeGreaterThan(paidBefore);
  // the app has loaded the new balance, and shows it without an estimate
  const { balance } = (await ask(product, token, info, {})).userInfo;
  await page.getByRole('link', { name: `balance ${balance.slice(0, -2)}` }).waitFor();
  proxy.all('cut');
  const toasts = await recordToasts(page);
  await page.goto(`${proxy.url}/mine/index`);
  const purse = page.getByRole('region', { name: 'Available balance' });
  await purse.getByText(/^as of \d/).waitFor();
  const main = page.getByRole('main');
  const said = main.getByText('You are offline').filter({ visible: true });
  const alerts = main.getByRole('alert').filter({ visible: true });
  const busy = page.locator('.screen:visible [aria-busy="true"]');
  const lost = main.getByText(/ould not be loaded/).filter({ visible: true });
  for (const name of ['Withdraw', 'Invite', 'Tasks', 'Mine']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.locator(`:root[data-screen="${name.toLowerCase()}"]`).waitFor();
    const seen = () => Promise.all([busy, said, alerts, lost].map((each) => each.count()));
    await expect.poll(seen, { message: name }).toEqual([0, 1, 0, 0]);
  }
  expect(await purse.getByText('≈').count()).toBe(0);
  expect(await toasts()).toEqual([]);
  proxy.all('passed');
  await purse.getByText('≈').waitFor(CALM);
  await page.getByRole('region', { name: 'Reward history' }).getByText('+').first().waitFor();
  expect(await said.count()).toBe(0);
});

test('the cached feed is deleted at the end of the session', async () => {
  await openFeed();
  const cachedFeed = () => page.evaluate(() => localStorage.getItem('keptFeed'));
  expect(await cachedFeed()).toContain('"clips"');
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(async () => (await cachedFeed())?.includes('"userId":null') ?? true).toBe(true);
});

test('on a full disk cached clips and pictures are deleted, those of an earlier worker too', async () => {
  await leaveApp();
  const device = await page.context().newCDPSession(page);
  await device.send('ServiceWorker.enable');
  await device.send('ServiceWorker.stopAllWorkers');
  const { usage } = await device.send('Storage.getUsageAndQuota', { origin: proxy.url });
  await device.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: usage + 1 });
  await page.evaluate(async () => {
    const [request] = await (await caches.open('media-clips')).keys();
    await (await fetch(`${request?.url}?other`)).arrayBuffer();
  });
  await expect.poll(keptClips).toBe(0);
  await device.detach();
});

test('cached clips are served by range requests, and at most eight are cached', async () => {
  await leaveApp();
  proxy.all('cut');
  const answer = await page.evaluate(async () => {
    const [request] = await (await caches.open('media-clips')).keys();
    const part = await fetch(request?.url ?? '', { headers: { range: 'bytes=100-199' } });
    const range = part.headers.get('content-range');
    return [part.status, (await part.arrayBuffer()).byteLength, range?.replace(/\d+$/, 'all')];
  });
  expect(answer).toEqual([206, 100, 'bytes 100-199/all']);
  proxy.all('passed');
  await page.evaluate(async () => {
    for (let number = 1; number <= 10; number += 1) {
      const [request] = await (await caches.open('media-clips')).keys();
      await (await fetch(`${request?.url}?${number}`)).arrayBuffer();
    }
  });
  await expect.poll(keptClips).toBe(8);
});

test('when cached clips exceed 50 MB, the oldest are deleted first', async () => {
  await leaveApp();
  const body = 'x'.repeat(20_000_000);
  proxy.decide((path) =>
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
});

test('the page of a captive portal is not cached as a clip', async () => {
  await leaveApp();
  proxy.decide((path) => (path.endsWith('/none.mp4') ? CAPTIVE_PORTAL : 'passed'));
  const clip = clips[0] ?? '';
  await page.evaluate(async (whole) => {
    await (await fetch('/media/clips/none.mp4')).text();
    // once the later request is cached, the worker has finished with the first
    await (await fetch(`${whole}?later`)).arrayBuffer();
  }, clip);
  await expect.poll(() => isKept(`${clip}?later`)).toBe(true);
  expect(await isKept('/media/clips/none.mp4')).toBe(false);
});

test('a range of a clip whose reader cancels is not fetched to its end', async () => {
  await leaveApp();
  let end = () => {};
  const hasEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  proxy.decide((path, { socket }) => {
    if (!path.endsWith('/none.mp4')) return 'passed';
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
});
