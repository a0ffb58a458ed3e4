/**
 * Does this browser lack something that the app calls? These two came last: who has both has all
 * that `fallbacks.ts` fills in, and never fetches it.
 */
export const isLacking = !('any' in AbortSignal && 'groupBy' in Map);
