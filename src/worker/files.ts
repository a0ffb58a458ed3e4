/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { addPlugins, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isLacking } from '../ports/lacking.ts';
import { withRoom } from '../ports/room.ts';

declare const self: ServiceWorkerGlobalScope;

/** A file of the build, with the hash of its content. */
interface KeptFile extends PrecacheEntry {
  readonly integrity: string;
}

const files = self.__WB_MANIFEST.filter(
  (file): file is KeptFile => typeof file === 'object' && file.integrity !== undefined,
);
const integrities = new Map(files.map(({ url, integrity }) => [addressOf(url), integrity]));

/** Nobody needs all languages, nor new browsers what old ones lack. */
const isForSome = ({ url }: KeptFile) =>
  /^assets\/language-/.test(url) || (!isLacking() && /^assets\/fallbacks-/.test(url));

/** Kept once they were used. */
const USED_CACHE = 'used-files';

/** Read once since this worker runs, and found to be what they should be. */
const proven = new Set<string>();

function addressOf(path: string): string {
  return new URL(path, self.location.origin).href;
}

/** Does this worker know all of these files? */
export const knowsAll = (paths: readonly string[]) =>
  paths.every((path) => integrities.has(addressOf(path)));

const isOfItsKind = (url: string, { status, headers }: Response) =>
  status === 200 &&
  (headers.get('content-type') ?? '').includes(url.endsWith('.css') ? 'text/css' : 'javascript');

async function hashOf(content: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** What tells this build from others: all its files. */
export const buildHash = hashOf(new TextEncoder().encode([...integrities].join()));

async function isAsBuilt(url: string, response: Response): Promise<boolean> {
  if (!isOfItsKind(url, response)) return false;
  return integrities.get(url) === `sha256-${await hashOf(await response.arrayBuffer())}`;
}

/** Fetches and keeps one; the browser refuses it if it is not what was built. */
async function keep(url: string, cacheName: string, mode: RequestCache): Promise<Response> {
  const integrity = integrities.get(url) ?? '';
  const response = await fetch(url, { integrity, cache: mode, credentials: 'same-origin' });
  if (!isOfItsKind(url, response)) throw new Error(`not what was built: ${url}`);
  const cache = await caches.open(cacheName);
  // whoever waits for it has it, kept or not
  await withRoom(() => cache.put(url, response.clone())).catch(() => undefined);
  return response;
}

/**
 * Whatever a network may put in their place, only files as they were built are kept, and given to a
 * page: each is checked when it comes, and once more by whichever worker uses it first. A missing
 * or broken one is fetched anew.
 */
const asBuilt = (cacheName: string): WorkboxPlugin => ({
  // the browser has compared the hash that was asked for
  cacheWillUpdate: async ({ request: { url, integrity }, response }) =>
    integrity === integrities.get(url) && isOfItsKind(url, response) ? response : null,
  cachedResponseWillBeUsed: async ({ request: { url }, cachedResponse, event }) => {
    if (cachedResponse && proven.has(url)) return cachedResponse;
    // another copy is read: the one that is handed on keeps what the browser has compiled of it
    const copy = cachedResponse && (await caches.match(url, { cacheName }));
    if (copy && (await isAsBuilt(url, copy))) {
      proven.add(url);
      return cachedResponse;
    }
    return event?.type === 'install' ? null : keep(url, cacheName, 'reload').catch(() => null);
  },
  // the browser's own cache may hold what is broken
  handlerDidError: ({ request: { url } }) => keep(url, cacheName, 'reload'),
});

const precache = cacheNames.precache;

/** Keeps what a visit starts from, all of it or nothing, and answers from there. */
export function keepFiles(): void {
  addPlugins([asBuilt(precache)]);
  precacheAndRoute(
    files.filter((file) => !isForSome(file)),
    { directoryIndex: '', cleanURLs: false },
  );
  const used = new Set(files.filter(isForSome).map(({ url }) => addressOf(url)));
  registerRoute(
    ({ url }) => used.has(url.href),
    new CacheFirst({ cacheName: USED_CACHE, plugins: [asBuilt(USED_CACHE)] }),
  );
  self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
}

/** Keeps those of a page's files that not everybody needs; it has them already. */
export async function keepUsed(paths: readonly string[]): Promise<void> {
  const some = files.filter((file) => isForSome(file) && paths.includes(`/${file.url}`));
  await Promise.all(some.map(({ url }) => keep(addressOf(url), USED_CACHE, 'default')));
}

/** What other versions have kept: theirs of before lay in a cache for each. */
async function forgetOthers(): Promise<void> {
  const used = await caches.open(USED_CACHE);
  const others = (await used.keys()).filter(({ url }) => !integrities.has(url));
  await Promise.all(others.map((request) => used.delete(request)));
  const old = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  await Promise.all(old.map((name) => caches.delete(name)));
}
