/** Caches with the prefix `media-` are deleted first when storage is full. */
export const CLIPS_CACHE = 'media-clips';
export const POSTERS_CACHE = 'media-posters';
export const CAPTIONS_CACHE = 'media-captions';

/** Maximum number of cached clips: the last five watched ones, and the next three. */
export const MAX_CACHED_CLIPS = 8;

export const isOwnOrigin = ({ origin }: URL): boolean => origin === location.origin;

/** Whether a file may be cached: an own file, or the media server's file with a content hash as its name. */
export const isCacheable = (url: URL): boolean =>
  isOwnOrigin(url) || /\/[\da-f]{24}\.\w+$/.test(url.pathname);
