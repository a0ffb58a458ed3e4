/**
 * Shortens a period at random, by up to a fifth. Processes that a deployment starts at the same moment would
 * otherwise query the database at the same moments for as long as they run.
 */
export const jitteredPeriod = (everyMs: number): number => everyMs * (1 - Math.random() / 5);
