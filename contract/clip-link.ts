/** The query field of a link to a clip: the id of the clip. */
const CLIP_FIELD = /[?&]video=([1-9]\d{0,14})(?!\d)/;

/**
 * Finds the clip in a link to the feed. Text that a messenger has added to the link does not matter.
 * @param query of an address, with its `?`
 * @returns the id of the clip; undefined: the link has none
 */
export const linkedClipIn = (query: string): string | undefined => CLIP_FIELD.exec(query)?.[1];
