/// <reference lib="webworker" />
import { ownPath, readPush, type WorkerMessage } from './ports/push-message.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

/** The files that a visit starts from; never media, never an answer of the server. */
const files = self.__WB_MANIFEST.map(({ url, revision }) => ({ path: `/${url}`, revision }));
const paths = new Set(files.map(({ path }) => path));
const OFFLINE_PAGE = '/offline.html';
const CACHE_PREFIX = 'shell-';
/** A preload that fails makes Firefox show its own error page, whatever a worker answers with. */
const preloadsSafely = !self.navigator.userAgent.includes('Firefox/');
/** A page that runs answers at once. */
const ANSWER_LIMIT_MS = 1_000;
/** Another list of files is another cache: a new version never mixes with the one in use. */
const cacheName = CACHE_PREFIX + digest(files.map(({ path, revision }) => path + revision).join());

self.addEventListener('install', (event) => event.waitUntil(store()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openLink(event.notification)),
);
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(notifyPages({ type: 'subscription.changed' })),
);
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
  const { navigationPreload } = self.registration;
  if (preloadsSafely) await navigationPreload?.enable();
  else await navigationPreload?.disable();
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

/** Every push is shown, here and nowhere else; open pages are told, and look again. */
async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, options, kind } = readPush(data?.text() ?? null, self.location.origin);
  await Promise.all([
    self.registration.showNotification(title, options),
    notifyPages({ type: 'message.received', kind }),
  ]);
}

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function notifyPages(message: WorkerMessage): Promise<void> {
  for (const page of await openPages()) page.postMessage(message);
}

/** Leads a page of ours that is open to the link, and opens one where there is none. */
async function openLink(notification: Notification): Promise<void> {
  notification.close();
  const link = ownPath(notification.data?.link, self.location.origin);
  const pages = await openPages();
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) {
    await self.clients.openWindow(link);
    return;
  }
  const [isFollowed] = await Promise.all([
    follows(page, link),
    // a browser may refuse: the page is led there all the same
    page.focus().catch(() => undefined),
  ]);
  if (isFollowed) return;
  const moved = await page.navigate(link).catch(() => null);
  if (!moved) await self.clients.openWindow(link);
}

/** A page of the app says that it follows the link; others of this address hear nothing. */
function follows(page: WindowClient, link: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_LIMIT_MS, false);
    port1.onmessage = () => resolve(true);
    page.postMessage({ type: 'notification.pressed', link } satisfies WorkerMessage, [port2]);
  });
}

/** Tells two lists apart; nothing depends on its strength. */
function digest(text: string): string {
  let value = 5381;
  for (const character of text) value = (value * 33) ^ (character.codePointAt(0) ?? 0);
  return (value >>> 0).toString(36);
}
