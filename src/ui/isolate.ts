/**
 * Somebody's words as a part of ours, where no `bdi` can stand: whichever way they are written,
 * they turn nothing around them (Unicode's first strong isolate, and its end).
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
