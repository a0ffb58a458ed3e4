/** What makes room first has this prefix. */
export const CLIPS_CACHE = 'media-clips';
export const POSTERS_CACHE = 'media-posters';
export const CAPTIONS_CACHE = 'media-captions';

/** The last five that were watched, and the next three. */
export const MOST_KEPT_CLIPS = 8;

export const isOwnOrigin = ({ origin }: URL): boolean => origin === location.origin;

/** The operator's files may lie on another server, under the names that their content gives them. */
export const isKeepable = (url: URL): boolean =>
  isOwnOrigin(url) || /\/[\da-f]{24}\.\w+$/.test(url.pathname);
