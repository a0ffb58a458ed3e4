/**
 * Does this browser lack something that the app calls? These came last: who has all three has all
 * that `fallbacks.ts` fills in, and never fetches it.
 */
export const isLacking = () => !('any' in AbortSignal && 'groupBy' in Map && 'Segmenter' in Intl);
