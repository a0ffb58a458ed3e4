import type { IncomingHttpHeaders } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAPTIVE_PORTAL, type FaultProxy, failing, startFaultProxy } from './fault-proxy.ts';
import { browser, product, setUpProduct } from './product.ts';
import { runConcurrently } from './run-concurrently.ts';
import { visit, WITH_WORKER } from './support.ts';

setUpProduct();

const waitUntilStarted = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor();

const isInstalled = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.scriptURL.endsWith('/sw.js');
  });

/** Whether the service worker made the request: its referrer is the worker's script. */
const isOfWorker = ({ referer }: IncomingHttpHeaders) => referer?.endsWith('/sw.js') ?? false;

/** The statuses and content types of the cached app files. */
const keptKinds = (page: Page) =>
  page.evaluate(async () => {
    const kinds = new Set<string>();
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.startsWith('/assets/')) continue;
        const response = await cache.match(request);
        kinds.add(`${response?.status} ${response?.headers.get('content-type')?.split(';')[0]}`);
      }
    }
    return [...kinds].sort();
  });

const AS_BUILT = ['200 application/javascript', '200 text/css'];

let page: Page;
/** The proxy of a device that has the service worker since its first visit, to the feed. */
let proxy: FaultProxy;

/** Opens the app at a proxy's address; a new proxy's address has no stored data. */
async function open(at: FaultProxy, path: string): Promise<void> {
  await page.goto(at.url + path);
  await waitUntilStarted(page);
}

/** Opens the app online on the device that has the service worker. */
async function openInstalled(): Promise<void> {
  proxy.all('passed');
  await open(proxy, '/login');
  expect(await isInstalled(page)).toBe(true);
}

beforeAll(async () => {
  ({ page } = await visit(browser, WITH_WORKER));
  page.setDefaultTimeout(30_000);
  proxy = await startFaultProxy(product.url);
  await open(proxy, '/');
  await isInstalled(page);
});

afterAll(async () => {
  await page?.context().close();
  await proxy?.close();
});

test('no captive portal page is cached at the first visit; the next visit caches the app', async () => {
  const other = await startFaultProxy(product.url);
  const given: string[] = [];
  other.decide((path, { headers }) => {
    if (!path.startsWith('/assets/') || !isOfWorker(headers)) return 'passed';
    given.push(path);
    return CAPTIVE_PORTAL;
  });
  await open(other, '/login');
  await expect.poll(() => given.length).toBeGreaterThan(0);
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration && !registration.installing;
  });
  expect((await keptKinds(page)).filter((kind) => !AS_BUILT.includes(kind))).toEqual([]);
  other.all('passed');
  await page.reload();
  expect(await isInstalled(page)).toBe(true);
  expect(await keptKinds(page)).toEqual(AS_BUILT);
  await other.close();
});

test.each([
  ['is an HTML page', 'text/html', '<h1>Welcome</h1>'],
  ['is a broken script', 'application/javascript', 'throw new Error("broken")'],
])('a cached file that %s is fetched again, once', async (_, type, body) => {
  // a new address: a page may reuse a file that it got before without asking the worker
  const other = await startFaultProxy(product.url);
  await open(other, '/login');
  await isInstalled(page);
  const harmed = await page.evaluate(
    async ({ type, body }) => {
      const script = document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '';
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        if (!(await cache.match(script))) continue;
        await cache.put(script, new Response(body, { headers: { 'content-type': type } }));
        return script;
      }
      return null;
    },
    { type, body },
  );
  expect(harmed).toContain('/assets/index-');
  // a running worker has already read the file
  const worker = await page.context().newCDPSession(page);
  await worker.send('ServiceWorker.enable');
  await worker.send('ServiceWorker.stopAllWorkers');
  await page.reload();
  await waitUntilStarted(page);
  const kept = () =>
    page.evaluate(async (script) => {
      const response = await caches.match(script ?? '');
      return (await response?.text()) ?? '';
    }, harmed);
  // the page gets the file before the worker has cached the file
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(10_000);
  expect(await kept()).not.toContain(body);
  await other.close();
});

const outcomes = [
  ['no network', 'cut'],
  ['a connection that hangs', 'hangs'],
  ['the answer 502', failing(502)],
  ['the answer 503', failing(503)],
  ['a login page of the network', CAPTIVE_PORTAL],
] as const;
const paths = ['/', '/login', '/withdraw/index', '/no/such/page'];

/** Two of the paths, which the worker treats alike; each path gets two outcomes or more. */
function pathsFor(outcome: string): string[] {
  const first = outcomes.findIndex(([name]) => name === outcome) * 2;
  return [...paths, ...paths].slice(first % 4).slice(0, 2);
}

/** Opens another window of the device that has the service worker, in the proxy's current state. */
async function openWindow(path: string): Promise<void> {
  const own = await page.context().newPage();
  try {
    await own.goto(proxy.url + path, { waitUntil: 'commit', timeout: 30_000 });
    await waitUntilStarted(own);
  } finally {
    await own.close();
  }
}

test.each(outcomes)(
  'every screen opens with %s, and goes on when the connection is back',
  async (name, outcome) => {
    await openInstalled();
    proxy.all(outcome);
    // concurrently, because each waits for seconds when the connection hangs
    await runConcurrently(pathsFor(name), openWindow);
    proxy.all('passed');
    await page.goto(`${proxy.url}/`);
    await page.getByRole('region', { name: 'Short video' }).waitFor();
    await page.waitForFunction(() => document.querySelector('#first-clip, video[src]') !== null);
  },
);

test('the cached page has no member’s data: only the plain page is cached', async () => {
  await openInstalled();
  const kept = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        if (response?.headers.get('content-type')?.includes('html'))
          texts.push(await response.text());
      }
    }
    return texts;
  });
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toContain('first-clip-data');
});

test('the cached page has the device’s language and theme', async () => {
  await openInstalled();
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the app keeps it
    document.cookie = 'language=ar; path=/';
    localStorage.setItem('scheme', '"dark"');
  });
  // the next page online caches the language
  await page.reload();
  await page.getByRole('navigation').waitFor();
  const keptLanguage = () =>
    page.evaluate(async () => {
      const kept = await caches.match('/index.html', { ignoreVary: true });
      return /<html lang="(\w+)"/.exec((await kept?.text()) ?? '')?.[1];
    });
  await expect.poll(keptLanguage).toBe('ar');
  proxy.all('cut');
  await page.goto(`${proxy.url}/login`);
  await page.locator('html[lang="ar"][dir="rtl"][data-theme="dark"]').waitFor();
  await page.getByRole('button').first().waitFor();
  expect(await page.getByRole('button', { name: 'Log in' }).count()).toBe(0);
});
