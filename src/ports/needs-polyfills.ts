/**
 * Whether this browser lacks a function that the app calls. These three are the newest: a browser that has them has
 * all that `fallbacks.ts` adds, and does not load that file.
 */
export const needsPolyfills = () =>
  !('any' in AbortSignal && 'groupBy' in Map && 'Segmenter' in Intl);
