/**
 * Isolates people's texts within ours, where no `bdi` element is possible: the direction of their writing does not
 * affect the text around them (Unicode's first strong isolate, and its end).
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
