/// <reference lib="webworker" />
import { registerQuotaErrorCallback } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { RangeRequestsPlugin } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, type StrategyHandler } from 'workbox-strategies';
import {
  CAPTIONS_CACHE,
  CLIPS_CACHE,
  isCacheable,
  isOwnOrigin,
  MAX_CACHED_CLIPS,
  POSTERS_CACHE,
} from '../ports/media-cache.ts';
import { deleteMediaCaches } from '../ports/quota.ts';

const MAX_BYTES = 50_000_000;
const MAX_SECONDS = 3 * 24 * 60 * 60;

/** Matches media files: ours under `/media/`, and the media server's. @param kind pattern of the file ending */
const mediaMatcher =
  (kind: RegExp) =>
  ({ url }: { readonly url: URL }) =>
    kind.test(url.pathname) &&
    isCacheable(url) &&
    (!isOwnOrigin(url) || url.pathname.startsWith('/media/'));

const bytesOf = ({ headers }: Response) => Number(headers.get('content-length'));

/** Deletes the oldest files when a cache is too large. */
async function evictOldest(cacheName: string): Promise<void> {
  const cache = await caches.open(cacheName);
  let bytes = 0;
  for (const request of [...(await cache.keys())].reverse()) {
    const kept = await cache.match(request);
    bytes += kept ? bytesOf(kept) : 0;
    if (bytes > MAX_BYTES) await cache.delete(request);
  }
}

/** A whole media file, and not the page of a captive portal. */
const isMedia = ({ status, headers }: Response) =>
  status === 200 && /^(video\/|image\/|text\/vtt)/.test(headers.get('content-type') ?? '');

/** Sets the date, by which files expire, to now: a file from the browser's HTTP cache has an old date. */
function withCurrentDate(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('date', new Date().toUTCString());
  return new Response(response.body, { headers });
}

/** Caches only media files of a known and allowed size. */
const sizeLimitPlugin: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    const bytes = bytesOf(response);
    return isMedia(response) && bytes > 0 && bytes <= MAX_BYTES ? withCurrentDate(response) : null;
  },
  cacheDidUpdate: ({ cacheName }) => evictOldest(cacheName),
};

/** Ignores the member in a clip's address: each clip is cached once. */
const stripMemberPlugin: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const url = new URL(request.url);
    if (!url.searchParams.has('m')) return request;
    url.searchParams.delete('m');
    // keeps the `range` header: `RangeRequestsPlugin` reads the range from it
    return new Request(url.href, { headers: request.headers });
  },
};

/** Fetches an uncached range without caching: a download for the cache would continue after the player is gone. */
class MediaCacheFirst extends CacheFirst {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    if (request.headers.has('range')) {
      return (await handler.cacheMatch(request)) ?? handler.fetch(request);
    }
    if (isOwnOrigin(new URL(request.url)) || request.mode !== 'no-cors') {
      return super._handle(request, handler);
    }
    // files of another server are cached only if that server allows CORS, which an image request does not ask for
    const asking = new Request(request.url, { mode: 'cors', credentials: 'omit' });
    return super._handle(asking, handler).catch(() => fetch(request));
  }
}

const mediaStrategy = (cacheName: string, maxEntries: number) =>
  new MediaCacheFirst({
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [
      stripMemberPlugin,
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: MAX_SECONDS }),
      sizeLimitPlugin,
      new RangeRequestsPlugin(),
    ],
  });

/**
 * Caches clips that were watched, or come next, for a broken connection and for the next visit. Files that the page
 * fetches whole are cached; players get ranges of them from the cache, or else from the server.
 */
export function handleMedia(): void {
  registerQuotaErrorCallback(deleteMediaCaches);
  registerRoute(mediaMatcher(/\.(mp4|m4v|webm)$/), mediaStrategy(CLIPS_CACHE, MAX_CACHED_CLIPS));
  registerRoute(
    mediaMatcher(/\.(webp|avif|jpe?g|png)$/),
    mediaStrategy(POSTERS_CACHE, 2 * MAX_CACHED_CLIPS),
  );
  // each clip may have captions in several languages
  registerRoute(mediaMatcher(/\.vtt$/), mediaStrategy(CAPTIONS_CACHE, 8 * MAX_CACHED_CLIPS));
}
