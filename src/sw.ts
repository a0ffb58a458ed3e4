/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

/** The files that a visit starts from; never media, never an answer of the server. */
const files = self.__WB_MANIFEST.map(({ url, revision }) => ({ path: `/${url}`, revision }));
const paths = new Set(files.map(({ path }) => path));
const OFFLINE_PAGE = '/offline.html';
const CACHE_PREFIX = 'shell-';
/** Another list of files is another cache: a new version never mixes with the one in use. */
const cacheName = CACHE_PREFIX + digest(files.map(({ path, revision }) => path + revision).join());

self.addEventListener('install', (event) => event.waitUntil(store()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET') return;
  const { origin, pathname } = new URL(url);
  if (mode === 'navigate') event.respondWith(openPage(event));
  else if (origin === self.location.origin && paths.has(pathname)) {
    event.respondWith(stored(pathname, event.request));
  }
});

self.addEventListener('message', ({ data, ports }) => {
  // a page would like to know whether it is of this version
  if (data?.type === 'version.asked') {
    ports[0]?.postMessage(data.scripts.every((path: string) => paths.has(path)));
  }
  // nothing is running there that a new version would disturb
  if (data?.type === 'takeOver.asked') self.skipWaiting();
});

async function store(): Promise<void> {
  const cache = await caches.open(cacheName);
  const fresh = (revision: string | null): RequestCache =>
    revision === null ? 'default' : 'reload';
  await cache.addAll(
    files.map(({ path, revision }) => new Request(path, { cache: fresh(revision) })),
  );
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
}

/** A page always comes from the server; without it there is one that says so. */
async function openPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch (error) {
    const page = await caches.match(OFFLINE_PAGE);
    if (page) return page;
    throw error;
  }
}

async function stored(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(path)) ?? fetch(request);
}

/** Tells two lists apart; nothing depends on its strength. */
function digest(text: string): string {
  let value = 5381;
  for (const character of text) value = (value * 33) ^ (character.codePointAt(0) ?? 0);
  return (value >>> 0).toString(36);
}
