/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { addPlugins, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { needsPolyfills } from '../ports/needs-polyfills.ts';
import { withQuotaRetry } from '../ports/quota.ts';

declare const self: ServiceWorkerGlobalScope;

/** A built file, with the hash of its content. */
interface BuiltFile extends PrecacheEntry {
  readonly integrity: string;
}

const files = self.__WB_MANIFEST.filter(
  (file): file is BuiltFile => typeof file === 'object' && file.integrity !== undefined,
);
const integrities = new Map(files.map(({ url, integrity }) => [addressOf(url), integrity]));

/** Whether only some devices need a file: a language, or polyfills that this browser does not need. */
const isOptionalFile = ({ url }: BuiltFile) =>
  /^assets\/language-/.test(url) || (!needsPolyfills() && /^assets\/fallbacks-/.test(url));

/** Cache of the files that only some devices need, filled on use. */
const USED_CACHE = 'used-files';

/** Addresses whose cached file this worker has verified since it started. */
const verified = new Set<string>();

function addressOf(path: string): string {
  return new URL(path, self.location.origin).href;
}

/** Whether this worker's build has all these files. */
export const buildHasFiles = (paths: readonly string[]) =>
  paths.every((path) => integrities.has(addressOf(path)));

const hasExpectedType = (url: string, { status, headers }: Response) =>
  status === 200 &&
  (headers.get('content-type') ?? '').includes(url.endsWith('.css') ? 'text/css' : 'javascript');

async function hashOf(content: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** Identifies the build: the hash of the addresses and hashes of its files. */
export const buildHash = hashOf(new TextEncoder().encode([...integrities].join()));

async function matchesIntegrity(url: string, response: Response): Promise<boolean> {
  if (!hasExpectedType(url, response)) return false;
  return integrities.get(url) === `sha256-${await hashOf(await response.arrayBuffer())}`;
}

/** Fetches and caches one file; the browser rejects it if its hash is not the build's. */
async function fetchAndCache(
  url: string,
  cacheName: string,
  mode: RequestCache,
): Promise<Response> {
  const integrity = integrities.get(url) ?? '';
  const response = await fetch(url, { integrity, cache: mode, credentials: 'same-origin' });
  if (!hasExpectedType(url, response)) throw new Error(`not what was built: ${url}`);
  const cache = await caches.open(cacheName);
  // the caller gets the file even if it could not be cached
  await withQuotaRetry(() => cache.put(url, response.clone())).catch(() => undefined);
  return response;
}

/**
 * Caches and serves only files as they were built, even if a network answers with other content: each is
 * checked when it arrives, and again at its first use after a start of the worker. A missing or broken file is
 * fetched again.
 */
const integrityPlugin = (cacheName: string): WorkboxPlugin => ({
  // the browser has compared the content with the hash in the request
  cacheWillUpdate: async ({ request: { url, integrity }, response }) =>
    integrity === integrities.get(url) && hasExpectedType(url, response) ? response : null,
  cachedResponseWillBeUsed: async ({ request: { url }, cachedResponse, event }) => {
    if (cachedResponse && verified.has(url)) return cachedResponse;
    // verifies a second copy, so that the response for the page keeps the browser's compiled code
    const copy = cachedResponse && (await caches.match(url, { cacheName }));
    if (copy && (await matchesIntegrity(url, copy))) {
      verified.add(url);
      return cachedResponse;
    }
    return event?.type === 'install'
      ? null
      : fetchAndCache(url, cacheName, 'reload').catch(() => null);
  },
  // skips the browser's HTTP cache, which may hold a broken file
  handlerDidError: ({ request: { url } }) => fetchAndCache(url, cacheName, 'reload'),
});

const precache = cacheNames.precache;

/**
 * Precaches the files that every device needs, all or none, and answers requests for them from the cache. Files that
 * only some devices need are cached at their first use.
 */
export function cacheAppFiles(): void {
  addPlugins([integrityPlugin(precache)]);
  precacheAndRoute(
    files.filter((file) => !isOptionalFile(file)),
    { directoryIndex: '', cleanURLs: false },
  );
  const used = new Set(files.filter(isOptionalFile).map(({ url }) => addressOf(url)));
  registerRoute(
    ({ url }) => used.has(url.href),
    new CacheFirst({ cacheName: USED_CACHE, plugins: [integrityPlugin(USED_CACHE)] }),
  );
  self.addEventListener('activate', (event) => event.waitUntil(deleteOtherVersions()));
}

/** Caches those files of a page that only some devices need; usually an open page has them in the HTTP cache. */
export async function cacheOptionalFiles(paths: readonly string[]): Promise<void> {
  const some = files.filter((file) => isOptionalFile(file) && paths.includes(`/${file.url}`));
  await Promise.all(some.map(({ url }) => fetchAndCache(addressOf(url), USED_CACHE, 'default')));
}

/** Deletes optional files of other versions, and the caches of early versions, which had one each. */
async function deleteOtherVersions(): Promise<void> {
  const used = await caches.open(USED_CACHE);
  const others = (await used.keys()).filter(({ url }) => !integrities.has(url));
  await Promise.all(others.map((request) => used.delete(request)));
  const old = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  await Promise.all(old.map((name) => caches.delete(name)));
}
