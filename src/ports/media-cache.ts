/** What makes room first has this prefix. */
export const CLIPS_CACHE = 'media-clips';
export const POSTERS_CACHE = 'media-posters';
export const CAPTIONS_CACHE = 'media-captions';

/** The last five that were watched, and the next three. */
export const MOST_KEPT_CLIPS = 8;
