/** The query field of a link that names a clip. */
const CLIP_FIELD = /[?&]video=([1-9]\d{0,14})(?!\d)/;

/**
 * @param query of an address, with its `?`
 * @returns the id of the clip in a link to the feed; additions by messengers do not matter
 */
export const linkedClipIn = (query: string): string | undefined => CLIP_FIELD.exec(query)?.[1];
