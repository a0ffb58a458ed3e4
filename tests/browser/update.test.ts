import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { debugPagesIn } from './demo.support.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit, WITH_WORKER } from './support.ts';

setUpProduct();

/** The running app's version, the next version, or a next version with a missing file. */
type Version = 'own' | 'next' | 'incomplete';

interface Release {
  url: string;
  /** serves the service worker of another version from now on */
  change(version: Version): Promise<void>;
  /** cuts or restores the connection */
  cut(isCut: boolean): void;
  close(): Promise<void>;
}

/** The service worker of a version; the next version's does not list the current start script. */
async function workerOf(version: Version): Promise<string> {
  const worker = await (await fetch(`${product.url}/sw.js`)).text();
  const own = /\{[^{}]*assets\/index-[^{}]*\.js[^{}]*\},?/;
  expect(worker).toMatch(own);
  const changed: Record<Version, string> = {
    own: worker,
    next: worker.replace(own, ''),
    incomplete: worker.replace(own, (file) =>
      file.replace(/assets\/index-[^"']*/, 'assets/none.js'),
    ),
  };
  return `${changed[version]}\n// ${version}`;
}

/** Starts a proxy to the product that can replace the service worker. */
async function startRelease(): Promise<Release> {
  const { hostname, port } = new URL(product.url);
  let worker: string | null = null;
  let page: Response | null = null;
  let isCut = false;
  const server = createServer((asked, answer) => {
    if (isCut) {
      asked.socket.destroy();
      return;
    }
    if (asked.url === '/sw.js' && worker !== null) {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      answer.end(worker);
      return;
    }
    if (asked.url === '/index.html' && page !== null) {
      const { headers } = page;
      page
        .clone()
        .text()
        .then((text) => {
          answer.writeHead(200, {
            'content-type': 'text/html',
            'x-app-shell': headers.get('x-app-shell') ?? '',
          });
          // the next version's page has other scripts
          answer.end(text.replaceAll(/"\/assets\/index-[^"]*\.js"/g, '""'));
        });
      return;
    }
    const { method, url: path, headers } = asked;
    const passed = request({ hostname, port, method, path, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers);
      told.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: async (version) => {
      worker = await workerOf(version);
      page = version === 'own' ? null : await fetch(`${product.url}/index.html`);
    },
    cut: (next) => {
      isCut = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let page: Page;
let loads = 0;

beforeAll(async () => {
  ({ page } = await visit(browser, WITH_WORKER));
  page.setDefaultTimeout(30_000);
  page.on('domcontentloaded', () => {
    loads += 1;
  });
});

afterAll(() => page?.context().close());

/**
 * Opens a release at an address without stored data, waits until its service worker controls the
 * page, and counts the page's loads from then on.
 */
async function openControlled(path: string): Promise<Release> {
  const release = await startRelease();
  await page.goto(release.url + path);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  loads = 0;
  return release;
}

const playing = () =>
  page.waitForFunction(() => [...document.querySelectorAll('video')].some(({ paused }) => !paused));

/** Checks for a new worker, as the browser does by itself from time to time. */
const lookForWorker = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });

const isWorkerWaiting = () =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

const notice = (page: Page) => page.getByText('A new version is ready.');

const keptPages = () =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kept-page')));

test('a newer version is offered, and "Update" loads the page once, under the new worker', async () => {
  const release = await openControlled('/');
  await playing();
  const own = await keptPages();
  expect(own).toHaveLength(1);
  await release.change('next');
  await lookForWorker();
  await notice(page).waitFor();
  expect([loads, await isWorkerWaiting()]).toEqual([0, true]);
  // without consent the new worker does not take over, and the clip goes on
  await playing();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Update' }).click(),
  ]);
  await page.getByRole('region', { name: 'Short video' }).waitFor();
  expect([loads, await isWorkerWaiting()]).toEqual([1, false]);
  expect(await notice(page).count()).toBe(0);
  await expect.poll(async () => (await keptPages()).length).toBe(1);
  expect(await keptPages()).not.toEqual(own);
  await release.close();
});

test('"Later" closes the notice in one window; another window can still update', async () => {
  const release = await openControlled('/install');
  const other = await page.context().newPage();
  await other.goto(`${release.url}/install`);
  await other.getByRole('button', { name: 'Install' }).waitFor();
  await release.change('next');
  await lookForWorker();
  await notice(page).waitFor();
  await page.getByRole('button', { name: 'Later' }).click();
  await notice(page).waitFor({ state: 'detached' });
  await notice(other).waitFor();
  await Promise.all([
    other.waitForEvent('load'),
    other.getByRole('button', { name: 'Update' }).click(),
  ]);
  await expect.poll(isWorkerWaiting).toBe(false);
  expect(loads).toBe(0);
  await other.close();
  await release.close();
});

test('a new worker of the version that the page already runs takes over without a notice', async () => {
  const release = await openControlled('/install');
  await release.change('own');
  const took = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
      }),
  );
  await lookForWorker();
  await took;
  expect([loads, await isWorkerWaiting(), await notice(page).count()]).toEqual([0, false, 0]);
  await release.close();
});

/** Finds the new worker; @returns its first state after installing. */
const foundWorker = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<string>((resolve) => {
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => resolve(worker.state), { once: true });
      });
    });
    await registration.update();
    return found;
  });

test('the cached page stays that of the running worker while a new worker is incomplete or waits', async () => {
  const release = await openControlled('/install');
  for (const [version, state] of [
    ['incomplete', 'redundant'],
    ['next', 'installed'],
  ] as const) {
    await release.change(version);
    expect([version, await foundWorker()]).toEqual([version, state]);
    release.cut(true);
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    release.cut(false);
  }
  await release.close();
});

test('the service worker caches the screens of the app, but no debug page', async () => {
  const worker = await (await fetch(`${product.url}/sw.js`)).text();
  const kept = [...new Set(worker.match(/assets\/[\w.-]+\.js/g))];
  expect(kept).toEqual(expect.arrayContaining([expect.stringMatching(/^assets\/tasks-/)]));
  expect(await debugPagesIn(kept.map((path) => `${product.url}/${path}`))).toEqual([]);
});
