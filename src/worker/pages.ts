/// <reference lib="webworker" />
import { disable, enable } from 'workbox-navigation-preload';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { withQuotaRetry } from '../ports/quota.ts';
import { buildHasFiles, buildHash, cacheOptionalFiles } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

const CACHE_PREFIX = 'kept-page';
/** One cache per build: the page of a new build needs scripts that the active worker does not have. */
const cacheName = async () => `${CACHE_PREFIX}-${await buildHash}`;
/** The document without a first clip: the same for everybody of one language. */
const PLAIN_PAGE = '/index.html';
/** Header of our documents only: the id of the plain document that they are based on. */
const SHELL_HEADER = 'x-app-shell';
const CACHED_PAGE_AFTER_MS = 3_000;

/** Paths of the server that are no pages of the app. */
const NO_PAGES = [
  /^\/(index\.php|media|assets|docs|metrics|healthz|readyz)(\/|\?|$)/,
  /^[^?]*\/[^/?]*\.[^/?]*(\?|$)/,
];

/** In Firefox a failed preload shows the browser's error page, even if the worker answers. */
const supportsPreload = !self.navigator.userAgent.includes('Firefox/');

const shellOf = ({ headers }: Response) => headers.get(SHELL_HEADER);

/** A redirect has no readable headers; over https only the operator can send one. */
const isAppDocument = (response: Response) =>
  response.type === 'opaqueredirect'
    ? self.location.protocol === 'https:'
    : response.ok && shellOf(response) !== null;

const cachedPage = async () =>
  caches.match(PLAIN_PAGE, { cacheName: await cacheName(), ignoreVary: true });

/** Caches the plain document of this version, and the files that it needs. */
async function cachePage(): Promise<void> {
  const response = await fetch(PLAIN_PAGE, { cache: 'no-cache', credentials: 'same-origin' });
  const named = [...(await response.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)];
  const paths = named.map(([, path = '']) => path);
  if (!isAppDocument(response) || !buildHasFiles(paths))
    throw new Error('the page is not of this version');
  await cacheOptionalFiles(paths);
  const cache = await caches.open(await cacheName());
  await withQuotaRetry(() => cache.put(PLAIN_PAGE, response.clone()));
}

/** Deletes the pages of other builds, of which no worker is active any more. */
async function deleteOtherVersions(): Promise<void> {
  const own = await cacheName();
  const pages = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(pages.filter((name) => name !== own).map((name) => caches.delete(name)));
}

/** Caches the plain document if none is cached, or if the language or an operator's setting has changed it. */
async function refreshCachedPage(sent: Response): Promise<void> {
  const kept = await cachedPage();
  if (sent.ok && (!kept || shellOf(kept) !== shellOf(sent))) await cachePage();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Answers with the server's page; with the cached page after three seconds, if the request fails, or if the answer is
 * no page of the app.
 */
class NetworkFirstPage extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const sent = handler.fetch(request).then(async (response) => {
      if (!isAppDocument(response)) return (await cachedPage()) ?? response;
      handler.waitUntil(refreshCachedPage(response).catch(() => undefined));
      return response;
    });
    const late = wait(CACHED_PAGE_AFTER_MS).then(cachedPage);
    const orCached = async (error: unknown) => {
      const kept = await cachedPage();
      if (kept) return kept;
      throw error;
    };
    return Promise.race([sent.catch(orCached), late.then((kept) => kept ?? sent)]);
  }
}

/** Opens every page of the app, online and offline. */
export function handleNavigations(): void {
  registerRoute(new NavigationRoute(new NetworkFirstPage(), { denylist: NO_PAGES }));
  self.addEventListener('install', (event) => event.waitUntil(cachePage()));
  self.addEventListener('activate', (event) => event.waitUntil(deleteOtherVersions()));
  if (supportsPreload) enable();
  else disable();
}
